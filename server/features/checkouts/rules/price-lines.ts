import type { PriceLine } from '#contract/checkouts.ts'
import { directPaymentCents } from '#contract/direct-payments.ts'
import type { Place } from '#contract/places.ts'

export type Price = { lines: PriceLine[]; totalCents: number }

type Payable = {
  serviceName: string
  priceCents: number
  /** A promotion or a reward, used now or before. */
  discount?: { kind: 'promotion' | 'reward'; label: string; discountCents: number } | undefined
  /** The part of `paidCents` that came from a direct payment. */
  creditCents: number
  paidCents: number
  /** The deposit, where only it is paid now. */
  depositCents?: number | undefined
  place?: Place
}

/** The price of an appointment as lines, with its discount and earlier payments as negative amounts. */
export function priceOfAppointment(payable: Payable): Price {
  const { serviceName, priceCents, discount, creditCents, paidCents, depositCents } = payable
  const leftCents = priceCents - (discount?.discountCents ?? 0)
  const restCents = depositCents === undefined ? 0 : leftCents - depositCents
  return totalOf([
    { kind: 'service', label: serviceName, amountCents: priceCents },
    ...(discount ? [{ kind: discount.kind, label: discount.label, amountCents: -discount.discountCents }] : []),
    { kind: 'credit', label: 'Consulta directa que ya pagaste', amountCents: -creditCents },
    { kind: 'paid', label: 'Ya pagado', amountCents: creditCents - paidCents },
    { kind: 'rest', label: restLabel(payable), amountCents: -restCents },
  ])
}

/** What a deposit leaves is paid like any other price: online as well. */
const restLabel = ({ place }: Payable) =>
  `Lo pagas después, en línea o ${place === 'center' ? 'en el centro' : 'directamente al centro'}`

export function priceOfDirectPayment({ professionalName }: { professionalName: string }): Price {
  return totalOf([
    { kind: 'direct', label: `Consulta directa con ${professionalName}`, amountCents: directPaymentCents },
  ])
}

/** The whole price of a package. */
export function priceOfPackage(sold: { sessions: number; serviceName: string; priceCents: number }): Price {
  const label = `Bono: ${sold.sessions} sesiones de ${sold.serviceName}`
  return totalOf([{ kind: 'package', label, amountCents: sold.priceCents }])
}

function totalOf(all: PriceLine[]): Price {
  const lines = all.filter(({ kind, amountCents }) => kind === 'service' || amountCents !== 0)
  return { lines, totalCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0) }
}
