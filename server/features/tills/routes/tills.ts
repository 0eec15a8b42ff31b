import { api, requireActor, withUserId } from '#server/api/procedures.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { listOwnDebts } from '../repository/debts.ts'
import type { ClosingRow } from '../repository/tills.ts'
import { differenceOf } from '../rules/till.ts'
import { closeTill } from '../usecases/close-till.ts'
import { readDebts, remindDebt } from '../usecases/debts.ts'
import { closingExports, exportClosing, listClosings, readClosing, readTill } from '../usecases/read-till.ts'
import { requireDesk } from '../usecases/require-desk.ts'

const pageSize = 20

export const tillsRoutes = {
  get: api.tills.get.handler(async ({ input, context }) => {
    await requireDesk(context.platform.db, withUserId(context, input))
    return readTill(context.platform, input)
  }),

  close: api.tills.close.handler(async ({ input, context }) =>
    presentClosing(await closeTill(context.platform, withUserId(context, input))),
  ),

  closings: api.tills.closings.handler(async ({ input, context }) => {
    const { centerId, limit = pageSize, cursor } = input
    await requireDesk(context.platform.db, withUserId(context, input))
    const rows = await listClosings(context.platform, { centerId, limit, after: readCursor(cursor) })
    const cursorOf = ({ closedAt, id }: ClosingRow) => writeCursor({ at: closedAt, id })
    return pageOf(rows, { limit, cursorOf, present: presentClosing })
  }),

  closing: api.tills.closing.handler(async ({ input, context }) => {
    await requireDesk(context.platform.db, withUserId(context, input))
    const { closing, movements, movementCount } = await readClosing(context.platform, input)
    return { ...presentClosing(closing), movements, movementCount }
  }),

  closingCsv: api.tills.closingCsv.handler(async ({ input, context }) => {
    const { userId } = withUserId(context, input)
    await requireDesk(context.platform.db, { ...input, userId })
    await countAttempt(context.platform, { ...closingExports, key: userId })
    return exportClosing(context.platform, input)
  }),

  debts: api.tills.debts.handler(async ({ input, context }) => {
    await requireDesk(context.platform.db, withUserId(context, input))
    const { rows, total, totalDueCents, packages } = await readDebts(context.platform, input)
    const items = rows.map(({ canRemind, ...row }) => ({ ...row, can: { remind: canRemind } }))
    const { rows: sold, ...ofPackages } = packages
    return { items, total, totalDueCents, packages: { items: sold, ...ofPackages } }
  }),

  remind: api.tills.remind.handler(({ input, context }) => remindDebt(context.platform, withUserId(context, input))),

  ownDebts: api.tills.ownDebts.handler(async ({ context }) => {
    const rows = await listOwnDebts(context.platform.db, { patientId: requireActor(context).userId })
    return { items: rows, totalDueCents: rows.reduce((sum, { dueCents }) => sum + dueCents, 0) }
  }),
}

function presentClosing(row: ClosingRow) {
  const expected = { efectivo: row.expectedCash, debito: row.expectedDebit, transferencia: row.expectedTransfer }
  const counted = { efectivo: row.countedCash, debito: row.countedDebit, transferencia: row.countedTransfer }
  return { ...row, expected, counted, differenceCents: differenceOf({ expected, counted }) }
}
