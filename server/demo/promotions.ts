import { sql } from 'kysely'
import type { RewardFields } from '#contract/loyalty.ts'
import type { PromotionFields } from '#contract/promotions.ts'
import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import { readDiscountsAtDesk } from '#server/features/appointments/usecases/discount-at-desk.ts'
import { agreementVersion } from '#server/features/loyalty/loyalty.rules.ts'
import { answerReward } from '#server/features/loyalty/usecases/agree-to-rewards.ts'
import { createReward } from '#server/features/loyalty/usecases/manage-rewards.ts'
import { redeemReward } from '#server/features/loyalty/usecases/redeem-reward.ts'
import { applyPromotion } from '#server/features/promotions/usecases/apply-promotion.ts'
import { createPromotion } from '#server/features/promotions/usecases/manage-promotions.ts'
import { newId } from '#server/platform/ids.ts'
import type { Days } from './days.ts'
import type { DemoPlatform } from './demo-platform.ts'

const open = { description: null, maximumCents: null, minimumCents: 0, usageLimit: null, perPersonLimit: 1 } as const
const unlimitedPeriod = { startsOn: null, validUntil: null, isPublic: true } as const

/** Promotions of the centre of centro@demo.uy; patients have applied the first. */
const ownPromotions: readonly PromotionFields[] = [
  {
    ...{
      ...open,
      ...unlimitedPeriod,
      code: 'PRIMERAVEZ',
      name: 'Primera vez',
      discountType: 'percentage',
      discountValue: 15,
    },
    description: 'Para conocernos: un 15 % menos en tu próxima consulta.',
    usageLimit: 50,
    maximumCents: 50_000,
  },
  {
    ...open,
    ...unlimitedPeriod,
    code: 'MANANAS',
    name: 'Mañanas',
    discountType: 'fixed_amount',
    discountValue: 20_000,
  },
]

const ofOtherCenters: readonly PromotionFields[] = [
  {
    ...open,
    ...unlimitedPeriod,
    code: 'BIENVENIDA10',
    name: 'Bienvenida',
    discountType: 'percentage',
    discountValue: 10,
  },
  {
    ...{ ...open, ...unlimitedPeriod, code: 'CONTROL300', name: 'Control del mes', discountType: 'fixed_amount' },
    discountValue: 30_000,
    minimumCents: 150_000,
  },
]

const ofSenda: PromotionFields = {
  ...{
    ...open,
    ...unlimitedPeriod,
    code: 'SENDA5',
    name: 'Senda te acompaña',
    discountType: 'percentage',
    discountValue: 5,
    maximumCents: 50_000,
  },
  description: 'En cualquier centro. El descuento lo paga Senda.',
}

const always = { startsOn: null, validUntil: null, description: null, providerId: null, stock: null } as const
const rewards: readonly RewardFields[] = [
  {
    ...{ ...always, name: '$ 150 de descuento', rewardType: 'discount', pointsCost: 300 },
    ...{ discountType: 'fixed_amount', discountValue: 15_000, maximumCents: null },
  },
  {
    ...{ ...always, name: '20 % de una consulta', rewardType: 'discount', pointsCost: 500 },
    ...{ discountType: 'percentage', discountValue: 20, maximumCents: 25_000 },
  },
  {
    ...{ ...always, name: 'Una consulta entera', rewardType: 'service', pointsCost: 3000 },
    ...{ discountType: 'percentage', discountValue: 100, maximumCents: 150_000 },
  },
]

/** What the centre of centro@demo.uy hands over. */
const forDesk = { ...always, discountType: 'fixed_amount', discountValue: 0, maximumCents: null } as const
const handedOver: readonly RewardFields[] = [
  {
    ...{ ...forDesk, name: 'Quince minutos más de consulta', rewardType: 'upgrade', pointsCost: 600, stock: 20 },
    description: 'Tu próxima consulta dura quince minutos más, sin costo.',
  },
  {
    ...{ ...forDesk, name: 'Una banda elástica', rewardType: 'product', pointsCost: 400, stock: 30 },
    description: 'Para los ejercicios en casa. La retiras en la recepción.',
  },
]

type People = {
  /** The centre of centro@demo.uy is first. */
  centerIds: readonly string[]
  moderatorId: string
  adminId: string
  luciaId: string
  days: Days
}

export async function createPromotions(platform: DemoPlatform, people: People): Promise<void> {
  const { centerIds, moderatorId, adminId, luciaId, days } = people
  platform.clock.set(days.at(-6, 10 * 60))
  const [ownId = '', ...otherIds] = centerIds
  for (const fields of ownPromotions) await createOfCenter(platform, ownId, fields)
  for (const [index, fields] of ofOtherCenters.entries()) {
    const centerId = otherIds[index]
    if (centerId !== undefined) await createOfCenter(platform, centerId, fields)
  }
  await createPromotion(platform, {
    ...ofSenda,
    usageLimit: 100,
    centerId: null,
    actor: { userId: moderatorId, roles: ['moderator'] },
    reason: 'Para las primeras citas en Senda.',
  })
  const actor = { userId: adminId, roles: ['admin'] } as const
  const reason = 'Recompensas del comienzo.'
  const created: { id: string }[] = []
  for (const fields of handedOver) await offerOfCenter(platform, { ...fields, providerId: ownId, actor, reason })
  for (const fields of rewards) created.push(await createReward(platform, { ...fields, actor, reason }))
  const [cheapest] = created

  // After the till was closed at nine: it is open, and what it lists came later.
  platform.clock.set(days.at(-1, 21 * 60 + 30))
  await payInAdvance(platform, { centerId: ownId, luciaId, days })
  platform.clock.set(days.at(0, 0))
  if (cheapest) await redeemReward(platform, { userId: luciaId, rewardId: cheapest.id, idempotencyKey: newId() })
}

async function offerOfCenter(
  platform: DemoPlatform,
  reward: Parameters<typeof createReward>[1] & { providerId: string },
): Promise<void> {
  const created = await createReward(platform, reward)
  const answer = { rewardId: created.id, version: agreementVersion(created), accepts: true }
  await answerReward(platform, { ...answer, userId: reward.providerId, centerId: reward.providerId })
}

const address = '192.0.2.1'

/** Patients of the demonstration's own centre transferred the price of their coming appointment, less a promotion. */
async function payInAdvance(
  platform: DemoPlatform,
  { centerId, luciaId, days }: { centerId: string; luciaId: string; days: Days },
): Promise<void> {
  const appointments = await platform.db
    .selectFrom('appointments')
    .where('center_id', '=', centerId)
    .where('status', '=', 'confirmed')
    .where('booked_by', '=', 'patient')
    .where('paid_amount', '=', 0)
    .where(sql<boolean>`exists (select from users where id = patient_id and email_verified_at is not null)`)
    .where('patient_id', '<>', luciaId)
    .where('starts_at', '>', days.at(1, 0))
    .distinctOn('patient_id')
    .orderBy('patient_id')
    .orderBy('starts_at')
    .limit(6)
    .select(['id', 'patient_id as userId', 'price'])
    .execute()
  for (const [index, { id: appointmentId, userId, price: orderCents }] of appointments.entries()) {
    const code = ownPromotions[index % 3 === 2 ? 1 : 0]?.code ?? ''
    if (userId === null) continue
    await applyPromotion(platform, { userId, address, code, orderCents })
    const desk = { userId: centerId, centerId, appointmentId }
    const [promotion] = await readDiscountsAtDesk(platform, desk)
    if (!promotion) continue
    const discount = { kind: 'promotion', id: promotion.id, discountCents: promotion.discountCents } as const
    const amountCents = orderCents - discount.discountCents
    await collectPayment(platform, { ...desk, amountCents, method: 'transferencia', discount })
  }
}

async function createOfCenter(platform: DemoPlatform, centerId: string, fields: PromotionFields): Promise<void> {
  await createPromotion(platform, { ...fields, centerId, actor: { userId: centerId, roles: ['center'] } })
}
