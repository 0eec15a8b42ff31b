import type { AgendaAppointment } from '#contract/agenda.ts'
import { paymentMethodLabels } from '#contract/payment-methods.ts'
import { formatDate, formatMoney } from '#web/platform/formats.ts'

/* What the details of an appointment say of its payment. */

type Payment = NonNullable<AgendaAppointment['payment']>

export function isRefundPending({ refundCents, isRefunded }: Payment): boolean {
  return refundCents !== null && !isRefunded
}

/** What the desk still has to give back, without what the gateway gives back. */
export function deskRefundCents({ parts }: Payment): number {
  return parts.reduce((sum, { method, owedCents }) => sum + (method === 'online' ? 0 : owedCents), 0)
}

export function paymentWord({ payment, dueCents }: { payment: Payment; dueCents: number }): string {
  if (isRefundPending(payment)) return 'Por devolver'
  if (payment.isRefunded) return refundedWord(payment)
  if (dueCents > 0) return `Faltan ${formatMoney(dueCents)}`
  return payment.parts.some(({ method }) => method !== 'online') ? 'Cobrado' : 'Pagado en línea'
}

/** «Devuelto»; «Devueltos $ 500» where the centre keeps the rest. */
function refundedWord({ refundCents, paidCents }: Payment): string {
  return refundCents === null || refundCents >= paidCents ? 'Devuelto' : `Devueltos ${formatMoney(refundCents)}`
}

/** What is still to be given back, and what was given back: of one refund both, when it was added to. */
export function refundFacts({ refundCents, owedCents }: Payment): { label: string; value: string }[] {
  const paidBack = (refundCents ?? 0) - owedCents
  return [
    ...(paidBack > 0 ? [{ label: 'Devuelto', value: formatMoney(paidBack) }] : []),
    ...(owedCents > 0 ? [{ label: 'Por devolver', value: formatMoney(owedCents) }] : []),
  ]
}

/** What was paid at the centre, by method, and what online, each with its receipt: two facts, because only the first is in the till. */
export function paymentFacts({ parts }: Pick<Payment, 'parts'>): { label: string; value: string }[] {
  const atDesk = parts.filter(({ method }) => method !== 'online')
  const online = parts.filter(({ method }) => method === 'online')
  return [
    ...(atDesk.length > 0 ? [{ label: 'Cobrado en el centro', value: atDesk.map(deskText).join(' y ') }] : []),
    ...(online.length > 0 ? [{ label: 'Pagado en línea', value: online.map(onlineText).join(' y ') }] : []),
  ]
}

type Part = Payment['parts'][number]

const deskText = ({ amountCents, method, paidAt }: Part) =>
  `${formatMoney(amountCents)}, ${paymentMethodLabels[method].toLowerCase()}, el ${formatDate(paidAt)}`

const onlineText = ({ amountCents, paidAt, receiptNumber }: Part) =>
  `${formatMoney(amountCents)}, el ${formatDate(paidAt)}${receiptNumber === null ? '' : `, recibo nº ${receiptNumber}`}`

export function undoWord(payment: Payment | null): string {
  if (!payment) return 'Quitar el descuento'
  return payment.parts.length > 1 ? 'Borrar el último cobro' : 'Borrar el cobro'
}
