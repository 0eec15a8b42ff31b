import { generateCode } from '#contract/promotion-codes.ts'
import { applyPromotion } from '#server/features/promotions/usecases/apply-promotion.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildCenter, buildPatient } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { allowPromotions, buildPromotion } from '#server/testing/promotions.ts'
import { type ForeignRow, type ForeignRows, strangersToPatient } from './foreign-row.ts'
import { ownersBusiness } from './own-center.ts'

export const promotions: ForeignRows<'promotions'> = {
  'promotions.list': (platform) => ownersBusiness(platform, {}),
  'promotions.create': (platform) =>
    ownersBusiness(platform, {
      code: generateCode(Math.random),
      name: 'Primavera',
      description: null,
      discountType: 'percentage',
      discountValue: 10,
      maximumCents: null,
      minimumCents: 0,
      usageLimit: null,
      perPersonLimit: 1,
      startsOn: null,
      validUntil: null,
      isPublic: false,
    }),
  'promotions.update': ownPromotion,
  'promotions.release': ownUse,
}

async function ownPromotion(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ownersBusiness(platform, {})
  const centerId = String(row.input.centerId)
  const { promotionId } = await buildPromotion(platform, { centerId })
  return { ...row, input: { centerId, promotionId, isActive: false } }
}

async function ownUse(platform: TestPlatform): Promise<ForeignRow> {
  const { centerId } = await buildCenter(platform)
  const { patientId } = await buildPatient(platform)
  await allowPromotions(platform, { patientId, centerId })
  const { code } = await buildPromotion(platform, { centerId })
  const order = { userId: patientId, address: '203.0.113.9', code, orderCents: 100_000 }
  return {
    input: { useId: (await applyPromotion(platform, order)).id },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, { centerId }),
  }
}
