import { zone } from '#contract/calendar.ts'
import { failField } from '#contract/errors.ts'
import { maxPromotions } from '#contract/promotion-codes.ts'
import { datesMessage, type PromotionFields } from '#contract/promotions.ts'
import { hasStaffRole } from '#contract/roles.ts'
import type { Actor } from '#server/api/actor.ts'
import { managesCenter } from '#server/features/centers/centers.policy.ts'
import { findMembership } from '#server/features/centers/usecases/require-member.ts'
import { newId } from '#server/platform/ids.ts'
import { wholeDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { countAttempts } from '#server/platform/rate-limit.ts'
import { fail } from '../promotions.errors.ts'
import * as repository from '../repository/promotions.ts'

export type PromotionWithFigures = repository.PromotionRow & { figures: Omit<repository.Figures, 'promotionId'> }

const changesPerHour = 200

type Creator = Pick<Actor, 'userId' | 'roles'>

/** The caller, and the centre that owns the promotions: null for Senda's own. */
type Owner = { actor: Creator; centerId: string | null }

/**
 * A centre's promotions belong to its owner, those of Senda to staff.
 * @throws promotions.forbidden, promotions.not_found for a centre where the caller does not work
 */
async function requireCreator(db: Db | Tx, { actor, centerId }: Owner): Promise<void> {
  if (centerId === null) {
    if (!hasStaffRole(actor)) throw fail('promotions.forbidden')
    return
  }
  const member = await findMembership(db, { centerId, userId: actor.userId })
  if (!member) throw fail('promotions.not_found')
  if (!managesCenter(member)) throw fail('promotions.forbidden')
}

export async function listPromotions({ db }: Platform, owner: Owner): Promise<PromotionWithFigures[]> {
  await requireCreator(db, owner)
  return withFigures(db, await repository.listPromotions(db, { ...owner, limit: maxPromotions }))
}

/** @throws promotions.code_taken, promotions.too_many */
export async function createPromotion(
  platform: Platform,
  { actor, centerId, ...fields }: Owner & PromotionFields,
): Promise<PromotionWithFigures> {
  await countChange(platform, actor)
  return platform.db.transaction().execute(async (tx) => {
    await requireCreator(tx, { actor, centerId })
    await lockInTransaction(tx, { kind: 'promotions', id: centerId ?? 'senda' })
    if ((await repository.countPromotions(tx, { centerId })) >= maxPromotions) throw fail('promotions.too_many')
    const now = platform.clock.now()
    const { startsOn, validUntil, ...terms } = fields
    const id = newId()
    const startsAt = startsOn === null ? now : wholeDay({ day: startsOn, zone }).startsAt
    const end = endOf(validUntil)
    if (end && end <= startsAt) throw failField('validUntil', datesMessage)
    const promotion = {
      ...terms,
      id,
      centerId,
      startsAt,
      validUntil: end,
      createdBy: actor.userId,
      now,
    }
    if (!(await repository.insertPromotion(tx, promotion))) throw fail('promotions.code_taken')
    return requireWithFigures(tx, { promotionId: id })
  })
}

type Change = Omit<repository.PromotionChange, 'validUntil'> & {
  actor: Creator
  promotionId: string
  /** The last local day. */
  validUntil?: string | null | undefined
}

/** @throws promotions.limit_below_used */
export async function updatePromotion(platform: Platform, input: Change): Promise<PromotionWithFigures> {
  const { actor, promotionId, validUntil, ...rest } = input
  await countChange(platform, actor)
  return platform.db.transaction().execute(async (tx) => {
    const promotion = await repository.lockPromotion(tx, { promotionId })
    if (!promotion) throw fail('promotions.not_found')
    await requireCreator(tx, { actor, centerId: promotion.centerId })
    const change = { ...rest, ...(validUntil !== undefined && { validUntil: endOf(validUntil) }) }
    const { usedCount } = promotion
    if (change.usageLimit && change.usageLimit < usedCount) throw fail('promotions.limit_below_used', { usedCount })
    if (change.validUntil && change.validUntil <= promotion.startsAt) throw failField('validUntil', datesMessage)
    if (Object.values(change).some((value) => value !== undefined)) {
      await repository.updatePromotion(tx, { promotionId, change })
    }
    return requireWithFigures(tx, { promotionId })
  })
}

async function countChange(platform: Platform, { userId }: Creator): Promise<void> {
  await countAttempts(platform, [
    { name: 'promotions.change', key: userId, limit: changesPerHour, windowSeconds: 3600 },
  ])
}

/** The first instant after a local day. */
const endOf = (day: string | null) => (day === null ? null : wholeDay({ day, zone }).endsAt)

async function requireWithFigures(tx: Tx, input: { promotionId: string }): Promise<PromotionWithFigures> {
  const row = await repository.findPromotion(tx, input)
  const [promotion] = row ? await withFigures(tx, [row]) : []
  if (!promotion) throw new Error(`no promotion ${input.promotionId}`)
  return promotion
}

async function withFigures(db: Db | Tx, rows: repository.PromotionRow[]): Promise<PromotionWithFigures[]> {
  const promotionIds = rows.map(({ id }) => id)
  const sums = rows.length === 0 ? [] : await repository.sumFigures(db, { promotionIds })
  const figuresById = new Map(sums.map(({ promotionId, ...figures }) => [promotionId, figures]))
  const none = { reserved: 0, consumed: 0, discountCents: 0, orderCents: 0, newPatients: 0 }
  return rows.map((row) => ({ ...row, figures: figuresById.get(row.id) ?? none }))
}
