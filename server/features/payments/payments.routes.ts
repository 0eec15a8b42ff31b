import { requireOwner } from '#server/features/centers/centers.usecases.ts'
import { readCommissions } from '#server/features/commissions/commissions.usecases.ts'
import type { RequestContext } from '#server/http/context.ts'
import { api, requireActor } from '#server/http/procedures.ts'
import { readCursor, writeCursor } from '#server/platform/cursor.ts'
import { readRevenue, writeRevenueCsv } from './payments.usecases.ts'

const pageSize = 20

export const paymentsRoutes = {
  revenue: api.payments.revenue.handler(async ({ input, context }) => {
    await requireOwnCenter(context, input)
    return readRevenue(context.platform, input)
  }),

  revenueCsv: api.payments.revenueCsv.handler(async ({ input, context }) => {
    await requireOwnCenter(context, input)
    return writeRevenueCsv(context.platform, input)
  }),

  commissions: api.payments.commissions.handler(async ({ input, context }) => {
    const { centerId, limit = pageSize, cursor } = input
    await requireOwnCenter(context, input)
    const page = { centerId, limit, after: readCursor(cursor) }
    const { rows, owedCents, paidCents } = await readCommissions(context.platform, page)
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      items: rows.slice(0, limit).map(({ startsAt, createdAt, ...commission }) => ({
        ...commission,
        startsAt: startsAt.toISOString(),
        createdAt: createdAt.toISOString(),
      })),
      nextCursor: last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
      owedCents,
      paidCents,
    }
  }),
}

/** What a centre earns is its owner's to know, and nobody else's. */
async function requireOwnCenter(context: RequestContext, { centerId }: { centerId: string }): Promise<void> {
  await requireOwner(context.platform.db, { centerId, userId: requireActor(context).userId })
}
