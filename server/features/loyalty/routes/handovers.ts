import { zone } from '#contract/calendar.ts'
import type { RequestContext } from '#server/api/context.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { localDay } from '#server/platform/local-time.ts'
import { agreementVersion } from '../loyalty.rules.ts'
import type { CountedReward } from '../repository/rewards.ts'
import { answerReward, listRewardsOfCenter } from '../usecases/agree-to-rewards.ts'
import {
  checkCode,
  type Handover,
  handOver,
  listHandovers,
  mayUndo,
  undoHandover,
} from '../usecases/hand-over-rewards.ts'

const atDesk = <Input extends { centerId?: string | null | undefined }>(context: RequestContext, input: Input) => ({
  ...input,
  centerId: input.centerId ?? null,
  actor: requireActor(context),
})

export const handoverRoutes = {
  centerRewards: api.loyalty.centerRewards.handler(async ({ input, context }) => {
    const rows = await listRewardsOfCenter(context.platform, { ...input, ...requireActor(context) })
    return { items: rows.map(presentCenterReward) }
  }),
  answerReward: api.loyalty.answerReward.handler(async ({ input, context }) =>
    presentCenterReward(await answerReward(context.platform, { ...input, ...requireActor(context) })),
  ),
  handovers: api.loyalty.handovers.handler(async ({ input, context }) => {
    const now = context.platform.clock.now()
    const rows = await listHandovers(context.platform, atDesk(context, input))
    return { items: rows.map((row) => presentHandover(row, now)) }
  }),
  checkCode: api.loyalty.checkCode.handler(async ({ input, context }) =>
    present(context, await checkCode(context.platform, atDesk(context, input))),
  ),
  handOver: api.loyalty.handOver.handler(async ({ input, context }) =>
    present(context, await handOver(context.platform, atDesk(context, input))),
  ),
  undoHandover: api.loyalty.undoHandover.handler(async ({ input, context }) =>
    present(context, await undoHandover(context.platform, atDesk(context, input))),
  ),
}

const present = ({ platform }: RequestContext, row: Handover) => presentHandover(row, platform.clock.now())

export function presentHandover(row: Handover, now: Date) {
  return { ...row, validUntil: lastDay(row.expiresAt), can: { undo: mayUndo(row, now) } }
}

function presentCenterReward(row: CountedReward) {
  return {
    ...row,
    stock: row.stock ?? 0,
    version: agreementVersion(row),
    startsOn: localDay({ instant: row.startsAt, zone }),
    validUntil: lastDay(row.validUntil),
    isOffered: row.isActive,
  }
}

/** The last local day of a period whose end is the first instant after it. */
export function lastDay(end: Date | null): string | null {
  return end && localDay({ instant: new Date(end.getTime() - 1), zone })
}
