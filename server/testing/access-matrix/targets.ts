import { checkTypes } from '#contract/check-types.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { createReview } from '#server/features/reviews/usecases/reviews.ts'
import { newId } from '#server/platform/ids.ts'
import { buildAppointment, buildCenter, buildLicense } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'

// The rows on which staff take actions. Each belongs to the given account.

export async function buildReadyCenter(
  platform: TestPlatform,
  { userId: ownerId, isApproved }: { userId: string; isApproved: boolean },
): Promise<string> {
  const profile = { description: 'Un lugar tranquilo.', phone: '+59899123456', specialties: ['Fisioterapia'] }
  const { centerId } = await buildCenter(platform, { ...profile, ownerId, isApproved })
  // Beside the roles of the cell: only an account with this one gets an approval.
  const role = { user_id: ownerId, role: 'center' as const }
  await platform.db
    .insertInto('user_roles')
    .values(role)
    .onConflict((rows) => rows.doNothing())
    .execute()
  for (const type of checkTypes) {
    await buildLicense(platform, { centerId, type, status: 'approved', fileName: `${newId()}.pdf` })
  }
  return centerId
}

export async function buildDocument(platform: TestPlatform, { userId }: { userId: string }): Promise<string> {
  const { centerId } = await buildCenter(platform, { ownerId: userId })
  await buildLicense(platform, { centerId, status: 'pending', fileName: `${newId()}.pdf` })
  const row = await platform.db
    .selectFrom('compliance_checks')
    .select('id')
    .where('center_id', '=', centerId)
    .where('file_name', 'is not', null)
    .executeTakeFirstOrThrow()
  return row.id
}

const past = new Date('2026-10-05T12:00:00Z')

export async function buildReview(platform: TestPlatform, { userId }: { userId: string }): Promise<string> {
  const { appointmentId } = await buildAppointment(platform, {
    patientId: userId,
    startsAt: past,
    status: 'completed',
  })
  const { id } = await createReview(platform, { userId, appointmentId, rating: 1, comment: 'Un desastre.' })
  return id
}

export async function buildCommission(platform: TestPlatform, { userId }: { userId: string }) {
  const { centerId } = await buildCenter(platform, { ownerId: userId })
  const { appointmentId } = await buildAppointment(platform, { centerId, startsAt: past, status: 'completed' })
  const now = platform.clock.now()
  await platform.db.transaction().execute((tx) => chargeCommission(tx, { appointmentIds: [appointmentId], now }))
  const row = await platform.db
    .selectFrom('commissions')
    .select(['id', 'commission_amount as commissionCents'])
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  return { ...row, centerId }
}
