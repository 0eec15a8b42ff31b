import { measureUsers } from '#server/features/accounts/usecases/measure-user.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildAppointment, buildCenter, buildPatient, buildService } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import type { ForeignRow, ForeignRows } from './foreign-row.ts'

/** Rows that only staff reach. */
export const users: ForeignRows<'users'> = {
  'users.get': async (platform) => {
    const { patientId } = await buildPatient(platform)
    return forStaff(platform, { userId: patientId }, patientId)
  },
}

export const commissions: ForeignRows<'commissions'> = {
  'commissions.get': async (platform) => {
    const startsAt = new Date('2026-10-05T12:00:00Z')
    const appointment = { ...(await buildService(platform)), startsAt, status: 'completed' as const }
    const { appointmentId, patientId } = await buildAppointment(platform, appointment)
    const now = platform.clock.now()
    await platform.db.transaction().execute((tx) => chargeCommission(tx, { appointmentIds: [appointmentId], now }))
    const commission = await platform.db
      .selectFrom('commissions')
      .select('id')
      .where('appointment_id', '=', appointmentId)
      .executeTakeFirstOrThrow()
    return forStaff(platform, { commissionId: commission.id }, patientId)
  },
}

export const centerRecords: ForeignRows<'centerRecords'> = {
  'centerRecords.get': async (platform) => {
    const { centerId } = await buildCenter(platform)
    return forStaff(platform, { centerId }, (await buildPatient(platform)).patientId)
  },
}

export const moderation: ForeignRows<'moderation'> = {
  'moderation.get': (platform) => aboutMeasure(platform, {}),
  'moderation.undo': (platform) => aboutMeasure(platform, { reason: 'Fue un error.' }),
}

async function aboutMeasure(platform: TestPlatform, input: Record<string, unknown>): Promise<ForeignRow> {
  const { patientId } = await buildPatient(platform)
  const row = await forStaff(platform, input, patientId)
  const targets = [{ id: patientId, lastMeasureId: null }]
  await measureUsers(platform, { actor: row.owner, targets, measure: { type: 'ban' }, reason: 'Datos falsos.' })
  const measure = await platform.db
    .selectFrom('moderation_actions')
    .select('id')
    .where('target_id', '=', patientId)
    .executeTakeFirstOrThrow()
  return { ...row, input: { ...row.input, measureId: measure.id } }
}

async function forStaff(
  platform: TestPlatform,
  input: Record<string, unknown>,
  patientId: string,
): Promise<ForeignRow> {
  const { userId } = await buildAccount(platform)
  const { centerId } = await buildCenter(platform)
  return {
    input,
    owner: actorOf(['moderator'], userId),
    strangers: {
      'the user concerned': actorOf(['patient'], patientId),
      'another patient': actorOf(['patient'], (await buildPatient(platform)).patientId),
      'a centre': actorOf(['center'], centerId),
    },
  }
}
