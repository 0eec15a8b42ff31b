import { zone } from '#contract/calendar.ts'
import type { DiscountTerms } from '#contract/discounts.ts'
import { failField } from '#contract/errors.ts'
import { giftHours, largestDiscount, largestTotal } from '#contract/gift-limits.ts'
import { maxPromotions } from '#contract/promotion-codes.ts'
import { datesMessage, type PromotionFields } from '#contract/promotions.ts'
import { hasStaffRole } from '#contract/roles.ts'
import type { Actor } from '#server/api/actor.ts'
import { managesCenter } from '#server/features/centers/centers.policy.ts'
import { findMembership } from '#server/features/centers/repository/members.ts'
import { mayGivePromotion } from '#server/features/loyalty/loyalty.policy.ts'
import { recordAction } from '#server/features/moderation/usecases/record-action.ts'
import { type ActionTarget, defineUndo, type Undo } from '#server/features/moderation/usecases/staff-actions.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs, wholeDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { countAttempts } from '#server/platform/rate-limit.ts'
import { requireVersion } from '#server/platform/version.ts'
import { fail } from '../promotions.errors.ts'
import { offersMore, promotionVersion } from '../promotions.policy.ts'
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

/**
 * A promotion of Senda is recorded among the actions of staff, with its reason.
 * @throws promotions.code_taken, promotions.too_many, promotions.admin_only
 */
export async function createPromotion(
  platform: Platform,
  { actor, centerId, reason, ...fields }: Owner & PromotionFields & { reason?: string | undefined },
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
    const givenCents =
      centerId === null ? await requireAuthority(tx, { actor, promotion: { ...fields, id }, now }) : null
    if (!(await repository.insertPromotion(tx, promotion))) throw fail('promotions.code_taken')
    if (centerId === null) {
      await record(tx, {
        actor,
        promotionId: id,
        reason: requireReason(reason),
        actionType: 'create',
        before: null,
        givenCents,
        now,
      })
    }
    return requireWithFigures(tx, { promotionId: id })
  })
}

type Change = Omit<repository.PromotionChange, 'validUntil'> & {
  actor: Creator
  promotionId: string
  /** The version of the form's fields that the caller read. */
  version?: string | undefined
  /** The last local day on which it is valid. */
  validUntil?: string | null | undefined
  reason?: string | undefined
}

/** @throws promotions.limit_below_used, promotions.admin_only */
export async function updatePromotion(platform: Platform, input: Change): Promise<PromotionWithFigures> {
  const { actor, promotionId, validUntil, version, reason, ...rest } = input
  await countChange(platform, actor)
  return platform.db.transaction().execute(async (tx) => {
    const promotion = await repository.lockPromotion(tx, { promotionId })
    if (!promotion) throw fail('promotions.not_found')
    await requireCreator(tx, { actor, centerId: promotion.centerId })
    const change = { ...rest, ...(validUntil !== undefined && { validUntil: endOf(validUntil) }) }
    const next = promotionVersion({ ...promotion, ...withoutUndefined(change) })
    requireVersion({ seen: version, current: promotionVersion(promotion), next })
    const { usedCount } = promotion
    if (change.usageLimit && change.usageLimit < usedCount) throw fail('promotions.limit_below_used', { usedCount })
    if (change.validUntil && change.validUntil <= promotion.startsAt) throw failField('validUntil', datesMessage)
    if (Object.values(change).some((value) => value !== undefined)) {
      await repository.updatePromotion(tx, { promotionId, change })
      if (promotion.centerId === null)
        await recordChange(tx, { actor, promotion, change, reason, now: platform.clock.now() })
    }
    return requireWithFigures(tx, { promotionId })
  })
}

type ChangeOfSenda = {
  actor: Creator
  promotion: repository.PromotionRow
  change: repository.PromotionChange
  reason: string | undefined
  now: Date
}

/** Records how staff changed a promotion of Senda. Switching it on or off has a reason of its own. */
async function recordChange(tx: Tx, { actor, promotion, change, reason, now }: ChangeOfSenda): Promise<void> {
  const isSwitch = Object.entries(change).every(([name, value]) => value === undefined || name === 'isActive')
  const next = { ...promotion, ...withoutUndefined(change) }
  const givenCents = offersMore(promotion, next) ? await requireAuthority(tx, { actor, promotion: next, now }) : null
  const switched = change.isActive ? 'Vuelve a ofrecerse.' : 'Deja de ofrecerse.'
  await record(tx, {
    ...{ actor, promotionId: promotion.id, before: promotion, givenCents, now },
    reason: isSwitch ? (reason ?? switched) : requireReason(reason),
    actionType: isSwitch ? (change.isActive ? 'resume' : 'pause') : 'update',
  })
}

function withoutUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

type Offered = DiscountTerms & { id: string; usageLimit: number | null }

/**
 * Locks what the member of staff gives, so that two promotions at once do not each leave the other out of the sum.
 * @returns what the promotion gives, for the record, which the sum is read from; null when nothing limits it
 */
async function requireAuthority(
  tx: Tx,
  { actor, promotion, now }: { actor: Creator; promotion: Offered; now: Date },
): Promise<number | null> {
  await lockInTransaction(tx, { kind: 'gifts', id: actor.userId })
  const givenCents = sumOfOthers(await listGifts(tx, { actor, now }), promotion)
  if (!mayGivePromotion(actor, promotion, { givenCents })) throw fail('promotions.admin_only')
  return largestTotal(promotion)
}

export type Gift = { promotionId: string; cents: number }

/** What the member of staff has given within `giftHours` by each promotion of Senda. */
export async function listGifts(db: Db | Tx, { actor, now }: { actor: Creator; now: Date }): Promise<Gift[]> {
  const since = new Date(now.getTime() - giftHours * hourMs)
  const offered = await repository.listOfferedBy(db, { staffId: actor.userId, since })
  // One that is switched off gives no more than its uses have taken off, and offering it again is checked again.
  return offered.map(({ givenCents, ...promotion }) => ({
    promotionId: promotion.id,
    cents: promotion.isActive ? givenCents : (largestDiscount(promotion) ?? 0) * promotion.usedCount,
  }))
}

/** The sum of the gifts by other promotions than this one. */
export function sumOfOthers(gifts: readonly Gift[], { id }: { id: string }): number {
  return gifts.filter(({ promotionId }) => promotionId !== id).reduce((sum, { cents }) => sum + cents, 0)
}

function requireReason(reason: string | undefined): string {
  if (reason === undefined) throw failField('reason', 'Escribe el motivo')
  return reason
}

type Recorded = {
  actor: Creator
  promotionId: string
  reason: string
  actionType: keyof typeof promotionActions
  before: repository.PromotionRow | null
  givenCents: number | null
  now: Date
}

async function record(tx: Tx, { actor, promotionId, before, givenCents, ...action }: Recorded): Promise<void> {
  const { code, name } = await requireWithFigures(tx, { promotionId })
  const target = { targetType: 'promotion', targetId: promotionId, moderatorId: actor.userId } as const
  await recordAction(tx, {
    ...action,
    ...target,
    details: { code, name, givenCents, before: before && stored(before) },
  })
}

/** What an edit can change, as the record stores it. */
type StoredPromotion = Omit<repository.PromotionChange, 'validUntil'> & { validUntil: string | null }

function stored({
  isActive,
  isPublic,
  name,
  description,
  usageLimit,
  validUntil,
}: repository.PromotionRow): StoredPromotion {
  return { isActive, isPublic, name, description, usageLimit, validUntil: validUntil?.toISOString() ?? null }
}

const promotion: ActionTarget<repository.PromotionRow> = {
  type: 'promotion',
  async lock(tx, { targetId }) {
    const row = await repository.lockPromotion(tx, { promotionId: targetId })
    if (!row) throw fail('promotions.not_found')
    return row
  },
}

/** Restores a promotion of Senda as it was; one that was created is switched off. */
const restorePromotion: Undo<repository.PromotionRow> = {
  /** @throws promotions.limit_below_used, promotions.admin_only */
  async apply(tx, { actor, row, targetId: promotionId, details, now }) {
    const { usedCount } = row
    const before = details.before as StoredPromotion | null
    const change: repository.PromotionChange = before
      ? { ...before, validUntil: before.validUntil === null ? null : new Date(before.validUntil) }
      : { isActive: false }
    const next = { ...row, ...withoutUndefined(change) }
    const givenCents = offersMore(row, next) ? await requireAuthority(tx, { actor, promotion: next, now }) : null
    if (before?.usageLimit && before.usageLimit < usedCount) throw fail('promotions.limit_below_used', { usedCount })
    await repository.updatePromotion(tx, { promotionId, change })
    return { givenCents, before: stored(row) }
  },
  mail: 'none',
  bell: 'none',
}

/** The edits of Senda's promotions. */
export const promotionActions = {
  create: defineUndo({ target: promotion, type: 'create', undo: restorePromotion }),
  update: defineUndo({ target: promotion, type: 'update', undo: restorePromotion }),
  pause: defineUndo({ target: promotion, type: 'pause', undo: restorePromotion }),
  resume: defineUndo({ target: promotion, type: 'resume', undo: restorePromotion }),
}

async function countChange(platform: Platform, { userId }: Creator): Promise<void> {
  await countAttempts(platform, [
    { name: 'promotions.change', key: userId, limit: changesPerHour, windowSeconds: 3600 },
  ])
}

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
