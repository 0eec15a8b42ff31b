import { createReview } from '#server/features/reviews/usecases/reviews.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAppointment, buildCenter, buildMember } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { type ForeignRow, staff } from './foreign-row.ts'

/** A centre that a patient has visited. */
export async function ownCenter(platform: TestPlatform, input: Record<string, unknown>): Promise<ForeignRow> {
  const { appointmentId, centerId, patientId } = await buildAppointment(platform, { status: 'completed' })
  await createReview(platform, { userId: patientId, appointmentId, rating: 4, comment: 'Muy bien' })
  return {
    input: { centerId, ...input },
    owner: actorOf(['center'], centerId),
    strangers: {
      'its patient': actorOf(['patient'], patientId),
      'another centre': actorOf(['center'], (await buildCenter(platform)).centerId),
      ...(await staff(platform)),
    },
  }
}

/** The same, for rows that the receptionist may not see either. */
export async function ownersBusiness(platform: TestPlatform, input: Record<string, unknown>): Promise<ForeignRow> {
  const row = await ownCenter(platform, input)
  return { ...row, strangers: { ...row.strangers, 'its reception': await reception(platform, row) } }
}

async function reception(platform: TestPlatform, { input }: ForeignRow) {
  const { userId } = await buildMember(platform, { centerId: String(input.centerId), role: 'reception' })
  return actorOf(['patient'], userId)
}
