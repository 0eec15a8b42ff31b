import type { PaymentMethod } from '#contract/payment-methods.ts'
import type { TillAmounts, TillCount } from '#contract/tills.ts'

type Sum = { method: PaymentMethod; cents: number }

/** The amount that each method should have, and the amount paid online. */
export function expectedOf({ sums, openingFloatCents }: { sums: readonly Sum[]; openingFloatCents: number }): {
  expected: TillAmounts
  onlineCents: number
} {
  const sumOf = (method: PaymentMethod) =>
    sums.reduce((sum, each) => (each.method === method ? sum + each.cents : sum), 0)
  return {
    expected: {
      efectivo: openingFloatCents + sumOf('efectivo'),
      debito: sumOf('debito'),
      transferencia: sumOf('transferencia'),
    },
    onlineCents: sumOf('online'),
  }
}

export function countedOf({ cashCents, debitCents, transferCents }: TillCount): TillAmounts {
  return { efectivo: cashCents, debito: debitCents, transferencia: transferCents }
}

/** Whether any method's counted amount differs, even if the differences cancel each other out. */
export function hasDifference({ expected, counted }: { expected: TillAmounts; counted: TillAmounts }): boolean {
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
