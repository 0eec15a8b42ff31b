import type { PriceLine } from '#contract/checkouts.ts'
import { directPaymentCents } from '#contract/direct-payments.ts'

export type Price = { lines: PriceLine[]; totalCents: number }

type Payable = {
  serviceName: string
  priceCents: number
  /** What was paid before: a direct payment that the booking consumed, and the rest. */
  creditCents: number
  paidCents: number
}

/** The price of an appointment. Here, and only here, discounts become lines. */
export function priceOfAppointment({ serviceName, priceCents, creditCents, paidCents }: Payable): Price {
  return totalOf([
    { kind: 'service', label: serviceName, amountCents: priceCents },
    { kind: 'credit', label: 'Consulta directa que ya pagaste', amountCents: -creditCents },
    { kind: 'paid', label: 'Ya pagado', amountCents: creditCents - paidCents },
  ])
}

export function priceOfDirectPayment({ professionalName }: { professionalName: string }): Price {
  return totalOf([
    { kind: 'direct', label: `Consulta directa con ${professionalName}`, amountCents: directPaymentCents },
  ])
}

function totalOf(all: PriceLine[]): Price {
  const lines = all.filter(({ kind, amountCents }) => kind === 'service' || amountCents !== 0)
  return { lines, totalCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0) }
}
