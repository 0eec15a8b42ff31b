import { type AgendaAppointment, paymentMethodLabels } from '#contract/agenda.ts'
import { formatMoney } from '#web/platform/formats.ts'

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
  return dueCents > 0 ? `Faltan ${formatMoney(dueCents)}` : 'Cobrado'
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

/** The payments in words: «$ 1.000, efectivo y $ 650, débito». */
export function partsText({ parts }: Payment): string {
  return parts
    .map(({ amountCents, method }) => `${formatMoney(amountCents)}, ${paymentMethodLabels[method].toLowerCase()}`)
    .join(' y ')
}

export function undoWord(payment: Payment | null): string {
  if (!payment) return 'Quitar el descuento'
  return payment.parts.length > 1 ? 'Borrar el último cobro' : 'Borrar el cobro'
}
