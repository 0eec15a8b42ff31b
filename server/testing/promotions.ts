import { generateCode } from '#contract/promotion-codes.ts'
import type { PromotionFields } from '#contract/promotions.ts'
import { grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { redeemReward } from '#server/features/loyalty/usecases/redeem-reward.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { buildAppointment } from './builders.ts'

const randomCode = () => `P${generateCode(Math.random)}`

type PromotionOptions = Partial<PromotionFields> & { centerId: string | null; createdBy?: string; days?: number }

/** By default, 10 % off without limits. `days`: how long it is valid. */
export async function buildPromotion(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { centerId, createdBy = centerId ?? '', days, ...fields }: PromotionOptions,
): Promise<{ promotionId: string; code: string }> {
  const promotionId = newId()
  const code = fields.code ?? randomCode()
  const now = clock.now()
  await db
    .insertInto('promotions')
    .values({
      id: promotionId,
      center_id: centerId,
      created_by: createdBy,
      code,
      name: fields.name ?? 'Primavera',
      discount_type: fields.discountType ?? 'percentage',
      discount_value: fields.discountValue ?? 10,
      minimum_amount: fields.minimumCents ?? 0,
      maximum_discount: fields.maximumCents ?? null,
      usage_limit: fields.usageLimit ?? null,
      per_person_limit: fields.perPersonLimit ?? 1,
      starts_at: new Date(now.getTime() - hourMs),
      valid_until: days === undefined ? null : new Date(now.getTime() + days * 24 * hourMs),
      is_public: fields.isPublic ?? false,
      created_at: now,
    })
    .execute()
  return { promotionId, code }
}

type RewardOptions = {
  pointsCost?: number
  discountCents?: number
  days?: number
  isActive?: boolean
  name?: string
  /** It is a product: of this centre, which agreed; null: of Senda. */
  providerId?: string | null
  stock?: number
}

/** By default, $ 200 for 100 points. */
export async function buildReward(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  reward: RewardOptions = {},
): Promise<string> {
  const { pointsCost = 100, discountCents = 20_000, days, isActive = true, name = 'Descuento de $ 200' } = reward
  const { providerId, stock = 5 } = reward
  const id = newId()
  const now = clock.now()
  await db
    .insertInto('rewards')
    .values({
      id,
      name,
      points_cost: pointsCost,
      discount_type: 'fixed_amount',
      ...(providerId === undefined
        ? { reward_type: 'discount', discount_value: discountCents }
        : { reward_type: 'product', discount_value: 0, provider_id: providerId, stock }),
      accepted_at: providerId ? now : null,
      starts_at: new Date(now.getTime() - hourMs),
      valid_until: days === undefined ? null : new Date(now.getTime() + days * 24 * hourMs),
      is_active: isActive,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/** A reward, by default of $ 200, that the patient redeemed with a gift of points. @returns the redemption */
export async function buildRedemption(
  platform: Platform,
  { userId, ...reward }: { userId: string } & RewardOptions,
): Promise<string> {
  const gift = { userId, points: 100, type: 'bonus', description: 'Un regalo' } as const
  const reference = { type: 'account', id: newId() } as const
  const now = platform.clock.now()
  await platform.db.transaction().execute((tx) => grantPoints(tx, { ...gift, reference, now }))
  const rewardId = await buildReward(platform, reward)
  return (await redeemReward(platform, { userId, rewardId, idempotencyKey: newId() })).id
}

/** Verifies the address of a patient and books an unpaid appointment, so that the patient can apply the centre's promotions. */
export async function allowPromotions(
  platform: Platform,
  { patientId, centerId }: { patientId: string; centerId: string },
): Promise<void> {
  const { db, clock } = platform
  const verified = { email_confirmed_at: clock.now(), email_verified_at: clock.now() }
  await db.updateTable('users').set(verified).where('id', '=', patientId).execute()
  await buildAppointment(platform, { patientId, centerId, startsAt: new Date(clock.now().getTime() + 480 * hourMs) })
}
