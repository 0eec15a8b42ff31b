import type { Till, TillClosing, TillMovement } from '#contract/tills.ts'
import type { ClosingRow, MovementRow } from '../repository/tills.ts'
import { differenceOf } from '../rules/till.ts'
import type { readTill } from '../usecases/read-till.ts'

export function presentMovement({ at, ...movement }: MovementRow): TillMovement {
  return { ...movement, at: at.toISOString() }
}

export function presentTill({ last, movements, ...till }: Awaited<ReturnType<typeof readTill>>): Till {
  return {
    ...till,
    lastClosing: last ? { id: last.id, number: last.number, closedAt: last.closedAt.toISOString() } : null,
    movements: movements.map(presentMovement),
  }
}

export function presentClosing(row: ClosingRow): TillClosing {
  const expected = { efectivo: row.expectedCash, debito: row.expectedDebit, transferencia: row.expectedTransfer }
  const counted = { efectivo: row.countedCash, debito: row.countedDebit, transferencia: row.countedTransfer }
  return {
    id: row.id,
    number: row.number,
    closedAt: row.closedAt.toISOString(),
    closedBy: row.closedBy,
    openingFloatCents: row.openingFloatCents,
    expected,
    counted,
    differenceCents: differenceOf({ expected, counted }),
    onlineCents: row.onlineCents,
    floatLeftCents: row.floatLeftCents,
    note: row.note,
  }
}
