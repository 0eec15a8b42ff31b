import type { PaymentMethod } from '#contract/agenda.ts'
import type { TillAmounts, TillCount } from '#contract/tills.ts'

type Sum = { method: PaymentMethod; cents: number }

/** What each method should have, and what was paid online. */
export function expectedOf({ sums, openingFloatCents }: { sums: readonly Sum[]; openingFloatCents: number }): {
  expected: TillAmounts
  onlineCents: number
} {
  const of = (method: PaymentMethod) => sums.reduce((sum, each) => (each.method === method ? sum + each.cents : sum), 0)
  return {
    expected: {
      efectivo: openingFloatCents + of('efectivo'),
      debito: of('debito'),
      transferencia: of('transferencia'),
    },
    onlineCents: of('online'),
  }
}

export function countedOf({ cashCents, debitCents, transferCents }: TillCount): TillAmounts {
  return { efectivo: cashCents, debito: debitCents, transferencia: transferCents }
}

/** Whether a method has more or less than it should. Two differences that cancel each other out still differ. */
export function differs({ expected, counted }: { expected: TillAmounts; counted: TillAmounts }): boolean {
  return (
    expected.efectivo !== counted.efectivo ||
    expected.debito !== counted.debito ||
    expected.transferencia !== counted.transferencia
  )
}

export function differenceOf({ expected, counted }: { expected: TillAmounts; counted: TillAmounts }): number {
  return (
    counted.efectivo -
    expected.efectivo +
    (counted.debito - expected.debito) +
    (counted.transferencia - expected.transferencia)
  )
}
