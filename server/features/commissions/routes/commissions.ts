import { zone } from '#contract/calendar.ts'
import type { CommissionRow } from '#contract/commissions.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { presentMeasure, presentOutcomes } from '#server/features/moderation/routes/present-measure.ts'
import { listActionsOf } from '#server/features/moderation/usecases/record-action.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { fail } from '../commissions.errors.ts'
import * as repository from '../repository/staff-commissions.ts'
import { periodDays } from '../rules/periods.ts'
import { cancelCommissions } from '../usecases/cancel-commissions.ts'
import { readSummary } from '../usecases/read-summary.ts'
import { settleCommissions } from '../usecases/settle-commissions.ts'

const pageSize = 50
const shownMeasures = 50

export const commissionsRoutes = {
  list: api.commissions.list.handler(async ({ input, context }) => {
    const { period, status, center, limit = pageSize, cursor } = input
    const { db, clock } = context.platform
    const rows = await repository.listCommissions(db, {
      ...periodDays({ period, now: clock.now(), zone }),
      status,
      center: center || undefined,
      limit: limit + 1,
      after: readCursor(cursor),
    })
    const cursorOf = ({ createdAt, id }: repository.StaffCommission) => writeCursor({ at: createdAt, id })
    return pageOf(rows, { limit, cursorOf, present })
  }),

  summary: api.commissions.summary.handler(({ input, context }) => readSummary(context.platform, input)),

  owing: api.commissions.owing.handler(async ({ input, context }) => {
    const { period, center, limit = pageSize, cursor } = input
    const { db, clock } = context.platform
    const after = readCursor(cursor)
    const rows = await repository.listOwing(db, {
      ...periodDays({ period, now: clock.now(), zone }),
      center: center || undefined,
      limit: limit + 1,
      after: after && { commissionCents: after.at.getTime(), centerId: after.id },
    })
    // A cursor holds a number and an id; in this list the number is an amount.
    const cursorOf = ({ commissionCents, centerId }: repository.Owing) =>
      writeCursor({ at: new Date(commissionCents), id: centerId })
    return pageOf(rows, { limit, cursorOf, present: (row) => row })
  }),

  get: api.commissions.get.handler(async ({ input, context }) => {
    const { db } = context.platform
    const actor = requireActor(context)
    const row = await repository.findCommission(db, input)
    if (!row) throw fail('commissions.not_found')
    const targets = [row.settlementId, row.id].filter((id) => id !== null)
    const lists = await Promise.all(
      targets.map((targetId) => listActionsOf(db, { targetType: 'commission', targetId, limit: shownMeasures })),
    )
    const measures = lists.flat().sort((one, other) => other.sequence - one.sequence)
    return {
      commission: present(row),
      measures: measures.slice(0, shownMeasures).map((measure) => presentMeasure(measure, { actor })),
    }
  }),

  settle: api.commissions.settle.handler(async ({ input, context }) => {
    const { userId: actorId } = requireActor(context)
    const outcomes = await settleCommissions(context.platform, { ...input, actorId })
    const pendingById = new Map(outcomes.map(({ id, pending }) => [id, pending]))
    const { items } = presentOutcomes(outcomes)
    return { items: items.map((item) => ({ ...item, pending: pendingById.get(item.id) ?? null })) }
  }),

  cancel: api.commissions.cancel.handler(async ({ input, context }) => {
    const { userId: actorId } = requireActor(context)
    return presentOutcomes(await cancelCommissions(context.platform, { ...input, actorId }))
  }),
}

function present({ settlementId: _settlement, createdAt, ...row }: repository.StaffCommission): CommissionRow {
  return { ...row, createdAt: createdAt.toISOString(), can: { cancel: row.status === 'pending' } }
}
