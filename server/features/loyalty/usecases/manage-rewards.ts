import { zone } from '#contract/calendar.ts'
import type { DiscountTerms } from '#contract/discounts.ts'
import { failField } from '#contract/errors.ts'
import type { RewardFields } from '#contract/loyalty.ts'
import { isHandedOver } from '#contract/loyalty-words.ts'
import { datesMessage } from '#contract/promotions.ts'
import { isVisible } from '#server/features/centers/repository/centers.ts'
import type { Staff } from '#server/features/moderation/moderation.policy.ts'
import { recordAction } from '#server/features/moderation/usecases/record-action.ts'
import { type ActionTarget, defineUndo, type Undo } from '#server/features/moderation/usecases/staff-actions.ts'
import { newId } from '#server/platform/ids.ts'
import { localDay, wholeDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { requireVersion } from '#server/platform/version.ts'
import { fail } from '../loyalty.errors.ts'
import { mayGiveReward } from '../loyalty.policy.ts'
import { isStillAgreed, rewardVersion } from '../loyalty.rules.ts'
import * as repository from '../repository/rewards.ts'
import { askProvider } from './notify-handovers.ts'

const maxListed = 500

/** The rewards that patients can redeem now, the cheapest first. */
export async function listOffered({ db, clock }: Platform): Promise<repository.RewardRow[]> {
  return repository.listOffered(db, { now: clock.now(), limit: maxListed })
}

export async function listRewards({ db }: Platform): Promise<repository.CountedReward[]> {
  return repository.listAll(db, { limit: maxListed })
}

type Change = RewardFields & { actor: Staff; reason: string }

/** Recorded among the actions of staff. @throws loyalty.admin_only */
export async function createReward(
  platform: Platform,
  { actor, reason, ...fields }: Change,
): Promise<repository.CountedReward> {
  const id = newId()
  return platform.db.transaction().execute(async (tx) => {
    requireAuthority(actor, fields)
    await requireProvider(tx, fields)
    await repository.insertReward(tx, { ...rowOf(platform, { ...fields, id }), acceptedAt: null })
    await ask(tx, platform, fields)
    await record(tx, platform, { actor, reason, rewardId: id, actionType: 'create', before: null })
    return repository.requireReward(tx, { rewardId: id })
  })
}

/**
 * Earlier redemptions keep what they give and their end. A centre agrees again to what it shall hand over, if that changed.
 * @throws loyalty.reward_not_found, loyalty.admin_only, loyalty.kind_is_fixed, loyalty.stock_below_redeemed, loyalty.provider_not_found
 */
export async function updateReward(
  platform: Platform,
  { rewardId, actor, reason, version, ...fields }: Change & { rewardId: string; version?: string },
): Promise<repository.CountedReward> {
  return platform.db.transaction().execute(async (tx) => {
    const before = await lockReward(tx, { rewardId })
    requireAuthority(actor, fields)
    if (isHandedOver(before.rewardType) !== isHandedOver(fields.rewardType)) throw fail('loyalty.kind_is_fixed')
    if (fields.providerId !== before.providerId) await requireProvider(tx, fields)
    const after = rowOf(platform, { ...fields, id: rewardId })
    requireVersion({ seen: version, current: rewardVersion(before), next: rewardVersion(after) })
    const isAgreed = isStillAgreed(before, after)
    await updateWithinStock(tx, { ...after, acceptedAt: isAgreed ? before.acceptedAt : null }, before)
    if (!isAgreed) await ask(tx, platform, fields)
    await record(tx, platform, { actor, reason, rewardId, actionType: 'update', before })
    return repository.requireReward(tx, { rewardId })
  })
}

/**
 * It is separate from an edit, so that an edit cannot put on sale again what a colleague has paused since the form
 * opened.
 */
export async function setRewardActive(
  platform: Platform,
  { actor, rewardId, isActive }: { actor: Staff; rewardId: string; isActive: boolean },
): Promise<repository.CountedReward> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const before = await lockReward(tx, { rewardId })
    if (before.isActive === isActive) return repository.requireReward(tx, { rewardId })
    if (isActive) requireAuthority(actor, before)
    await repository.setActive(tx, { rewardId, isActive, now })
    const [actionType, reason] = isActive
      ? (['resume', 'Vuelve a ofrecerse.'] as const)
      : (['pause', 'Deja de ofrecerse.'] as const)
    await record(tx, platform, { actor, reason, rewardId, actionType, before })
    return repository.requireReward(tx, { rewardId })
  })
}

const reward: ActionTarget<repository.RewardRow> = {
  type: 'reward',
  lock: (tx, { targetId }) => lockReward(tx, { rewardId: targetId }),
}

/** Restores the reward as it was; one that was created is paused, because patients may have redeemed it. */
const restoreReward: Undo<repository.RewardRow> = {
  /** @throws loyalty.admin_only, loyalty.stock_below_redeemed */
  async apply(tx, { actor, row, targetId: rewardId, details, now }) {
    const before = details.before as StoredReward | null
    if (before === null) {
      await repository.setActive(tx, { rewardId, isActive: false, now })
      return { before: stored(row) }
    }
    if (before.isActive) requireAuthority(actor, { ...before, providerId: before.providerId ?? null })
    const { startsAt, validUntil, isActive, providerId = null, stock = null, ...terms } = before
    const instants = { startsAt: new Date(startsAt), validUntil: validUntil === null ? null : new Date(validUntil) }
    const restored = { ...terms, ...instants, providerId, stock, id: rewardId, now }
    const isAgreed = isStillAgreed(row, restored)
    await updateWithinStock(tx, { ...restored, acceptedAt: isAgreed ? row.acceptedAt : null }, row)
    await repository.setActive(tx, { rewardId, isActive, now })
    return { before: stored(row) }
  },
  mail: 'none',
  bell: 'none',
}

/** The edits of rewards. */
export const rewardActions = {
  create: defineUndo({ target: reward, type: 'create', undo: restoreReward }),
  update: defineUndo({ target: reward, type: 'update', undo: restoreReward }),
  pause: defineUndo({ target: reward, type: 'pause', undo: restoreReward }),
  resume: defineUndo({ target: reward, type: 'resume', undo: restoreReward }),
}

/** The centre agrees, and patients find it there, so visitors must see it. */
async function requireProvider(tx: Tx, { providerId }: Pick<RewardFields, 'providerId'>): Promise<void> {
  if (providerId !== null && !(await isVisible(tx, { centerId: providerId }))) throw fail('loyalty.provider_not_found')
}

async function ask(tx: Tx, platform: Platform, { providerId, name }: RewardFields): Promise<void> {
  if (providerId !== null) await askProvider(tx, { platform, centerId: providerId, rewardName: name })
}

async function updateWithinStock(
  tx: Tx,
  reward: Parameters<typeof repository.updateReward>[1],
  { redeemedCount }: Pick<repository.RewardRow, 'redeemedCount'>,
): Promise<void> {
  if (reward.stock !== null && reward.stock < redeemedCount) {
    throw fail('loyalty.stock_below_redeemed', { redeemed: redeemedCount })
  }
  await repository.updateReward(tx, reward)
}

function requireAuthority(actor: Staff, terms: Parameters<typeof mayGiveReward>[1]): void {
  if (!mayGiveReward(actor, terms)) throw fail('loyalty.admin_only')
}

async function lockReward(tx: Tx, input: { rewardId: string }): Promise<repository.RewardRow> {
  const reward = await repository.lockReward(tx, input)
  if (!reward) throw fail('loyalty.reward_not_found')
  return reward
}

/** The reward as the record stores it. */
type StoredReward = Pick<repository.RewardRow, 'name' | 'description' | 'rewardType' | 'pointsCost' | 'isActive'> &
  DiscountTerms & {
    startsAt: string
    validUntil: string | null
    /** Missing in what was recorded before rewards were handed over. */
    providerId?: string | null
    stock?: number | null
  }

function stored(reward: repository.RewardRow): StoredReward {
  const { name, description, rewardType, pointsCost, isActive, providerId, stock } = reward
  const { discountType, discountValue, maximumCents, startsAt, validUntil } = reward
  return {
    ...{ name, description, rewardType, pointsCost, isActive, providerId, stock },
    ...{ discountType, discountValue, maximumCents },
    startsAt: startsAt.toISOString(),
    validUntil: validUntil?.toISOString() ?? null,
  }
}

type Recorded = {
  actor: Staff
  reason: string
  rewardId: string
  actionType: keyof typeof rewardActions
  before: repository.RewardRow | null
}

async function record(tx: Tx, { clock }: Platform, { actor, rewardId, before, ...action }: Recorded): Promise<void> {
  const after = await repository.requireReward(tx, { rewardId })
  await recordAction(tx, {
    ...action,
    targetType: 'reward',
    targetId: rewardId,
    moderatorId: actor.userId,
    details: { name: after.name, pointsCost: after.pointsCost, before: before && stored(before) },
    now: clock.now(),
  })
}

/** @throws request.invalid for an end before the beginning */
function rowOf({ clock }: Platform, { startsOn, validUntil, ...fields }: RewardFields & { id: string }) {
  const now = clock.now()
  const firstDay = startsOn ?? localDay({ instant: now, zone })
  if (validUntil !== null && validUntil < firstDay) throw failField('validUntil', datesMessage)
  return {
    ...fields,
    startsAt: wholeDay({ day: firstDay, zone }).startsAt,
    validUntil: validUntil === null ? null : wholeDay({ day: validUntil, zone }).endsAt,
    now,
  }
}
