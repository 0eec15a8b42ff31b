import { deskCodeOf } from '#server/features/loyalty/usecases/desk-code.ts'
import { buildPatient } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { buildRedemption, buildReward } from '#server/testing/promotions.ts'
import type { ForeignRow, ForeignRows } from './foreign-row.ts'
import { ownCenter, ownersBusiness } from './own-center.ts'

export const loyalty: ForeignRows<'loyalty'> = {
  'loyalty.centerRewards': (platform) => ownersBusiness(platform, {}),
  'loyalty.answerReward': async (platform) => {
    const row = await ownersBusiness(platform, {})
    const rewardId = await buildReward(platform, { providerId: String(row.input.centerId) })
    return { ...row, input: { ...row.input, rewardId, accepts: false } }
  },
  'loyalty.handovers': (platform) => ownCenter(platform, {}),
  'loyalty.checkCode': (platform) => redeemed(platform, ['code']),
  'loyalty.handOver': (platform) => redeemed(platform, ['code', 'redemptionId']),
  'loyalty.undoHandover': (platform) => redeemed(platform, ['redemptionId']),
}

/** A product of the owner's centre that a patient redeemed. */
async function redeemed(platform: TestPlatform, fields: readonly ('code' | 'redemptionId')[]): Promise<ForeignRow> {
  const row = await ownCenter(platform, {})
  const { patientId: userId } = await buildPatient(platform)
  const redemptionId = await buildRedemption(platform, { userId, providerId: String(row.input.centerId) })
  const values = { redemptionId, code: deskCodeOf({ kind: 'reward', id: redemptionId }, platform) }
  return { ...row, input: { ...row.input, ...Object.fromEntries(fields.map((field) => [field, values[field]])) } }
}
