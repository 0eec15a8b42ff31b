import { grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { redeemReward } from '#server/features/loyalty/usecases/redeem-reward.ts'
import { newId } from '#server/platform/ids.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildPatient, buildService } from '#server/testing/builders.ts'
import { buildDirectPayment } from '#server/testing/payments.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { buildReward } from '#server/testing/promotions.ts'
import { termsOf } from '#server/testing/versions.ts'
import { type ForeignRow, type ForeignRows, strangersToPatient } from './foreign-row.ts'
import { ownAppointment } from './own-appointment.ts'

export const checkouts: ForeignRows<'checkouts'> = {
  'checkouts.get': directPayment,
  'checkouts.refund': directPayment,
  'checkouts.quote': (platform) => ownAppointment(platform, {}),
  'checkouts.start': async (platform) => {
    const input = { method: 'wallet', totalCents: 150_000, idempotencyKey: newId() }
    return withTerms(platform, await ownAppointment(platform, { input }))
  },
  'checkouts.settle': withReward,
}

/** An appointment that a reward of the patient pays. */
async function withReward(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ownAppointment(platform, {})
  const { userId } = row.owner
  const rewardId = await buildReward(platform, { discountCents: 500_000 })
  const reference = { type: 'account', id: newId() } as const
  const gift = { userId, points: 100, type: 'bonus', description: 'Un regalo', reference } as const
  await platform.db.transaction().execute((tx) => grantPoints(tx, { ...gift, now: platform.clock.now() }))
  const { id } = await redeemReward(platform, { userId, rewardId, idempotencyKey: newId() })
  return withTerms(platform, { ...row, input: { ...row.input, discount: { kind: 'reward', id } } })
}

/** The patient's request, with the terms that they read. */
async function withTerms(platform: TestPlatform, row: ForeignRow): Promise<ForeignRow> {
  const terms = await termsOf(platform, { appointmentId: String(row.input.appointmentId) })
  return { ...row, input: { ...row.input, terms } }
}

async function directPayment(platform: TestPlatform): Promise<ForeignRow> {
  const { patientId } = await buildPatient(platform)
  const { centerId, professionalId } = await buildService(platform)
  return {
    input: await buildDirectPayment(platform, { patientId, centerId, professionalId }),
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, { centerId }),
  }
}
