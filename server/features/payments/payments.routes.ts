import type { Commission } from '#contract/payments.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { requireOwner } from '#server/features/centers/usecases/require-member.ts'
import { readCommissions } from '#server/features/commissions/usecases/charge-commissions.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { exportRevenue, readRevenue } from './payments.usecases.ts'

const pageSize = 20

/** Only its owner sees what a centre earns. */
export const paymentsRoutes = {
  revenue: api.payments.revenue.handler(async ({ input, context }) => {
    await requireOwner(context.platform.db, withUserId(context, input))
    return readRevenue(context.platform, input)
  }),

  revenueCsv: api.payments.revenueCsv.handler(async ({ input, context }) => {
    await requireOwner(context.platform.db, withUserId(context, input))
    return exportRevenue(context.platform, input)
  }),

  commissions: api.payments.commissions.handler(async ({ input, context }) => {
    const { centerId, limit = pageSize, cursor } = input
    await requireOwner(context.platform.db, withUserId(context, input))
    const page = { centerId, limit, after: readCursor(cursor) }
    const { rows, owedCents, paidCents } = await readCommissions(context.platform, page)
    const cursorOf = ({ createdAt, id }: CommissionRow) => writeCursor({ at: createdAt, id })
    return { ...pageOf(rows, { limit, cursorOf, present }), owedCents, paidCents }
  }),
}

type CommissionRow = Awaited<ReturnType<typeof readCommissions>>['rows'][number]

function present({ startsAt, createdAt, ...commission }: CommissionRow): Commission {
  return { ...commission, startsAt: startsAt.toISOString(), createdAt: createdAt.toISOString() }
}
