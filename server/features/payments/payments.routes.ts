import { unreadDays } from '#contract/payment-accounts.ts'
import type { Actor } from '#server/api/actor.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { requireOwner } from '#server/features/centers/usecases/require-member.ts'
import { readCommissions } from '#server/features/commissions/usecases/charge-commissions.ts'
import { readSettlements } from '#server/features/commissions/usecases/read-settlements.ts'
import { readRates } from '#server/features/commissions/usecases/set-rate.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { dayMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { listTroubled } from './repository/refused-refunds.ts'
import { statementCsv, statementFile } from './rules/statement.ts'
import { exportRevenue, readRevenue, revenueExports } from './usecases/read-revenue.ts'
import { readStatement, readTransit, statementExports, statementPdf } from './usecases/read-statement.ts'
import { resolveRefusal } from './usecases/resolve-refusal.ts'

const pageSize = 20
const maxTroubled = 50
/** How long staff see that a centre says to have given a payment back itself. */
const claimedForMs = 90 * dayMs

/** Only the owner sees a centre's earnings; staff see the payments in trouble. */
export const paymentsRoutes = {
  revenue: api.payments.revenue.handler(async ({ input, context }) => {
    await requireOwner(context.platform.db, withUserId(context, input))
    return readRevenue(context.platform, input)
  }),

  revenueCsv: api.payments.revenueCsv.handler(async ({ input, context }) => {
    const { userId } = withUserId(context, input)
    await requireOwner(context.platform.db, { ...input, userId })
    await countAttempt(context.platform, { ...revenueExports, key: userId })
    return exportRevenue(context.platform, input)
  }),

  transit: api.payments.transit.handler(async ({ input, context }) => {
    await requireOwner(context.platform.db, withUserId(context, input))
    return readTransit(context.platform, input)
  }),

  resolveRefusal: api.payments.resolveRefusal.handler(async ({ input, context }) => {
    await resolveRefusal(context.platform, withUserId(context, input))
    return {}
  }),

  troubled: api.payments.troubled.handler(async ({ context }) => {
    const { db, clock } = context.platform
    const before = (ms: number) => new Date(clock.now().getTime() - ms)
    const since = { claimedSince: before(claimedForMs), unreadBefore: before(unreadDays * dayMs) }
    return { items: await listTroubled(db, { limit: maxTroubled, ...since }) }
  }),

  statementCsv: api.payments.statementCsv.handler(async ({ input, context }) => {
    await requireStatement(context, input)
    const statement = await readStatement(context.platform, input)
    return { fileName: statementFile(statement, 'csv'), csv: statementCsv(statement) }
  }),

  statementPdf: api.payments.statementPdf.handler(async ({ input, context }) => {
    await requireStatement(context, input)
    return statementPdf(context.platform, input)
  }),

  commissions: api.payments.commissions.handler(async ({ input, context }) => {
    const { centerId, limit = pageSize, cursor } = input
    await requireOwner(context.platform.db, withUserId(context, input))
    const page = { centerId, limit, after: readCursor(cursor) }
    const { rows, owedCents, paidCents } = await readCommissions(context.platform, page)
    const cursorOf = ({ createdAt, id }: CommissionRow) => writeCursor({ at: createdAt, id })
    return { ...pageOf(rows, { limit, cursorOf }), owedCents, paidCents }
  }),

  settlements: api.payments.settlements.handler(async ({ input, context }) => {
    const { centerId, limit = pageSize, cursor } = input
    await requireOwner(context.platform.db, withUserId(context, input))
    const { rows, pending } = await readSettlements(context.platform, { centerId, limit, after: readCursor(cursor) })
    const items = rows.map((row) => ({
      ...row,
      from: row.days?.from ?? null,
      to: row.days?.to ?? null,
      isUndone: row.undoneAt !== null,
    }))
    return { ...pageOf(items, { limit, cursorOf: writeCursor }), pending }
  }),

  commissionRates: api.payments.commissionRates.handler(async ({ input, context }) => {
    await requireOwner(context.platform.db, withUserId(context, input))
    const { centerName: _name, ...rates } = await readRates(context.platform, input)
    return rates
  }),
}

type CallContext = { platform: Platform; actor: Actor | undefined }

async function requireStatement(context: CallContext, input: { centerId: string }): Promise<void> {
  const { userId } = withUserId(context, input)
  await requireOwner(context.platform.db, { ...input, userId })
  await countAttempt(context.platform, { ...statementExports, key: userId })
}

type CommissionRow = Awaited<ReturnType<typeof readCommissions>>['rows'][number]
