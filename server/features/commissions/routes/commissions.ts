import type { z } from 'zod'
import { zone } from '#contract/calendar.ts'
import type { centerRates } from '#contract/commissions.ts'
import type { Actor } from '#server/api/actor.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { listCenterIdsOf } from '#server/features/centers/usecases/require-member.ts'
import { presentAction, presentOutcomes } from '#server/features/moderation/routes/present-action.ts'
import { listActionsOf } from '#server/features/moderation/usecases/record-action.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { pageOf, readCursor, readNumberCursor, writeCursor, writeNumberCursor } from '#server/platform/cursor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../commissions.errors.ts'
import { commissionAbilities, mayDecideOn } from '../commissions.policy.ts'
import * as repository from '../repository/staff-commissions.ts'
import { periodDays } from '../rules/periods.ts'
import { commissionActions } from '../usecases/cancel-commissions.ts'
import { exportCommissions } from '../usecases/export-commissions.ts'
import { readSummary } from '../usecases/read-summary.ts'
import { readRates, setRate, targetOfRate } from '../usecases/set-rate.ts'
import { settleCommissions } from '../usecases/settle-commissions.ts'

const pageSize = 50
const shownActions = 50

export const commissionsRoutes = {
  list: api.commissions.list.handler(async ({ input, context }) => {
    const { period, status, center, order = 'newest', limit = pageSize, cursor } = input
    const { db, clock } = context.platform
    const isByTime = order === 'newest' || order === 'oldest'
    const after = isByTime ? afterTime(cursor) : readNumberCursor(cursor)
    const rows = await repository.listCommissions(db, {
      ...periodDays({ period, now: clock.now(), zone }),
      status,
      center: center || undefined,
      order,
      limit: limit + 1,
      after,
    })
    const cursorOf = ({ createdAt, commissionCents, id }: repository.StaffCommission) =>
      isByTime ? writeCursor({ at: createdAt, id }) : writeNumberCursor({ value: commissionCents, id })
    const staff = await readStaff(context)
    return pageOf(rows, { limit, cursorOf, present: (row) => present(row, staff) })
  }),

  summary: api.commissions.summary.handler(({ input, context }) => readSummary(context.platform, input)),

  owing: api.commissions.owing.handler(async ({ input, context }) => {
    const { period, center, limit = pageSize, cursor } = input
    const { db, clock } = context.platform
    const after = readNumberCursor(cursor)
    const rows = await repository.listOwing(db, {
      ...periodDays({ period, now: clock.now(), zone }),
      center: center || undefined,
      limit: limit + 1,
      after: after && { commissionCents: after.value, centerId: after.id },
    })
    const cursorOf = ({ commissionCents: value, centerId: id }: repository.Owing) => writeNumberCursor({ value, id })
    const staff = await readStaff(context)
    const presentOwing = (row: repository.Owing) => ({ ...row, can: { settle: mayDecideOn(staff, row) } })
    return pageOf(rows, { limit, cursorOf, present: presentOwing })
  }),

  overcredited: api.commissions.overcredited.handler(async ({ input: { period }, context: { platform } }) => {
    const { db, clock } = platform
    const days = periodDays({ period, now: clock.now(), zone })
    return { items: await repository.listOvercredited(db, { ...days, limit: pageSize }) }
  }),

  get: api.commissions.get.handler(async ({ input, context }) => {
    const { db } = context.platform
    const actor = requireActor(context)
    const row = await repository.findCommission(db, input)
    if (!row) throw fail('commissions.not_found')
    const targets = [row.settlementId, row.id].filter((id) => id !== null)
    const lists = await Promise.all(
      targets.map((targetId) =>
        listActionsOf(context.platform, { targetType: 'commission', targetId, limit: shownActions }),
      ),
    )
    const actions = lists.flat().sort((a, b) => b.sequence - a.sequence)
    return {
      commission: present(row, await readStaff(context)),
      actions: actions.slice(0, shownActions).map((action) => presentAction(action, { actor })),
    }
  }),

  rates: api.commissions.rates.handler(({ input, context }) => presentRates(context, input)),

  setRate: api.commissions.setRate.handler(async ({ input, context }) => {
    await setRate(context.platform, { ...input, actor: requireActor(context) })
    return presentRates(context, input)
  }),

  csv: api.commissions.csv.handler(({ input, context }) => {
    const { userId } = requireActor(context)
    return exportCommissions(context.platform, { ...input, userId })
  }),

  settle: api.commissions.settle.handler(async ({ input, context }) => {
    const { userId: actorId } = requireActor(context)
    const outcomes = await settleCommissions(context.platform, { ...input, actorId })
    const pendingById = new Map(outcomes.map(({ id, pending }) => [id, pending]))
    const { items } = presentOutcomes(outcomes)
    return { items: items.map((item) => ({ ...item, pending: pendingById.get(item.id) ?? null })) }
  }),

  cancel: api.commissions.cancel.handler(async ({ input, context }) => {
    const actor = requireActor(context)
    return presentOutcomes(await actOnEach(context.platform, commissionActions.cancel, { ...input, actor }))
  }),
}

function afterTime(cursor: string | undefined) {
  const position = readCursor(cursor)
  return position && { value: position.at.getTime(), id: position.id }
}

type CallContext = { platform: Platform; actor: Actor | undefined }

async function readStaff(context: CallContext) {
  const { userId } = requireActor(context)
  return { ownCenterIds: await listCenterIdsOf(context.platform.db, { userId }) }
}

async function presentRates(
  context: CallContext,
  { centerId }: { centerId: string },
): Promise<z.input<typeof centerRates>> {
  const actor = requireActor(context)
  const [staff, rates, actions] = await Promise.all([
    readStaff(context),
    readRates(context.platform, { centerId }),
    listActionsOf(context.platform, { ...targetOfRate(centerId), limit: shownActions }),
  ])
  return {
    centerId,
    ...rates,
    lastActionId: actions[0]?.id ?? null,
    actions: actions.map((action) => presentAction(action, { actor })),
    can: { set: mayDecideOn(staff, { centerId }) },
  }
}

function present(row: repository.StaffCommission, staff: Awaited<ReturnType<typeof readStaff>>) {
  return { ...row, can: commissionAbilities(staff, row) }
}
