import { zone } from '#contract/calendar.ts'
import type { Actor } from '#server/api/actor.ts'
import { api, requireActor, withUserId } from '#server/api/procedures.ts'
import type { Staff } from '#server/features/moderation/moderation.policy.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { giftLimitOf, mayGiveReward } from '../loyalty.policy.ts'
import { rewardVersion, stateOf } from '../loyalty.rules.ts'
import { listRedemptions, type RedemptionRow } from '../repository/redemptions.ts'
import type { CountedReward, RewardRow } from '../repository/rewards.ts'
import { deskCodeOf } from '../usecases/desk-code.ts'
import { createReward, listOffered, listRewards, setRewardActive, updateReward } from '../usecases/manage-rewards.ts'
import { readPoints } from '../usecases/points.ts'
import { redeemReward } from '../usecases/redeem-reward.ts'
import { handoverRoutes, lastDay } from './handovers.ts'

const pageSize = 20

type CallContext = { platform: Platform; actor: Actor | undefined }

const withActor = <Input extends object>(context: CallContext, input: Input) => ({
  ...input,
  actor: requireActor(context),
})
const viewerOf = (context: CallContext) => ({ actor: requireActor(context), now: context.platform.clock.now() })

export const loyaltyRoutes = {
  ...handoverRoutes,
  points: api.loyalty.points.handler(({ context }) =>
    readPoints(context.platform.db, { ...withUserId(context, {}), now: context.platform.clock.now() }),
  ),

  rewards: api.loyalty.rewards.handler(async ({ context }) => ({
    items: (await listOffered(context.platform)).map(presentReward),
  })),

  redemptions: api.loyalty.redemptions.handler(async ({ input, context }) => {
    const { userId, limit = pageSize, cursor } = withUserId(context, input)
    const page = { userId, limit: limit + 1, after: readCursor(cursor) }
    const cursorOf = ({ redeemedAt, id }: RedemptionRow) => writeCursor({ at: redeemedAt, id })
    const present = (row: RedemptionRow) => presentRedemption(row, context.platform)
    return pageOf(await listRedemptions(context.platform.db, page), { limit, cursorOf, present })
  }),

  redeem: api.loyalty.redeem.handler(async ({ input, context }) =>
    presentRedemption(await redeemReward(context.platform, withUserId(context, input)), context.platform),
  ),

  staffRewards: api.loyalty.staffRewards.handler(async ({ context }) => {
    const viewer = viewerOf(context)
    const items = (await listRewards(context.platform)).map((row) => presentStaffReward(row, viewer))
    return { items, giftLimitCents: giftLimitOf(viewer.actor) }
  }),

  createReward: api.loyalty.createReward.handler(async ({ input, context }) =>
    presentStaffReward(await createReward(context.platform, withActor(context, input)), viewerOf(context)),
  ),

  updateReward: api.loyalty.updateReward.handler(async ({ input, context }) =>
    presentStaffReward(await updateReward(context.platform, withActor(context, input)), viewerOf(context)),
  ),

  setRewardActive: api.loyalty.setRewardActive.handler(async ({ input, context }) =>
    presentStaffReward(await setRewardActive(context.platform, withActor(context, input)), viewerOf(context)),
  ),
}

function presentReward<Row extends RewardRow>(row: Row) {
  return { ...row, validUntil: lastDay(row.validUntil), provider: providerOf(row) }
}

type Viewer = { actor: Staff; now: Date }

function presentStaffReward(row: CountedReward, { actor, now }: Viewer) {
  return {
    ...presentReward(row),
    version: rewardVersion(row),
    startsOn: localDay({ instant: row.startsAt, zone }),
    state: stateOf(row, now),
    can: { resume: mayGiveReward(actor, row) },
  }
}

function presentRedemption(row: RedemptionRow, { clock, secret }: Platform) {
  const isUsable = row.status === 'pending' && (row.expiresAt === null || row.expiresAt > clock.now())
  const deskCode = isUsable ? deskCodeOf({ kind: 'reward', id: row.id }, { secret }) : null
  return { ...row, rewardName: row.name, validUntil: lastDay(row.expiresAt), provider: providerOf(row), deskCode }
}

function providerOf({ providerId: id, providerName: name }: Pick<RewardRow, 'providerId' | 'providerName'>) {
  return id === null || name === null ? null : { id, name }
}
