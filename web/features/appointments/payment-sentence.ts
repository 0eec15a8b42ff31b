import type { Appointment } from '#contract/appointments.ts'
import type { Place } from '#contract/places.ts'
import { formatMoney } from '#web/platform/formats.ts'

/** The patient of a video call or of a home visit goes to no centre. */
export const payTo = (place: Place): string => (place === 'center' ? 'en el centro' : 'directamente al centro')

/** Before the patient confirms a time that their package pays for. */
export const packagePays = 'La paga una sesión de tu bono: no hay nada por pagar.'

/** The words of paymentSentence() that offer to pay online, the longer ones first. */
export const payOnlineWords = ['pagar ahora en línea', 'pagar la seña', 'en línea'] as const

export function paymentSentence({
  paidCents,
  discountCents,
  dueCents,
  undonePayment,
  isByPackage,
  payingCheckoutId,
  deposit,
  place,
  can,
}: Appointment): string {
  if (payingCheckoutId !== null) return 'Estamos confirmando tu pago.'
  if (deposit?.isDue) return 'Falta pagar la seña: hasta entonces la hora no está reservada.'
  if (undonePayment?.objection === 'open') return 'Nuestro equipo revisa lo que dices que pagaste.'
  if (isByPackage) return packagePays
  if (discountCents > 0 && paidCents === 0 && dueCents === 0) return 'Tu descuento la cubre: no hay nada por pagar.'
  const discounted = discountCents > 0 ? `, con ${formatMoney(discountCents)} de descuento` : ''
  if (paidCents > 0 && dueCents === 0) {
    return discounted === '' ? 'Ya está pagada.' : `Ya está pagada: pagaste ${formatMoney(paidCents)}${discounted}.`
  }
  const inPerson = payTo(place)
  const where = can.pay ? `en línea o ${inPerson}` : inPerson
  if (paidCents > 0)
    return `Pagaste ${formatMoney(paidCents)}${paidCents === deposit?.cents ? ' de seña' : ''}${discounted}. Faltan ${formatMoney(dueCents)}: los pagas ${where}.`
  return can.pay ? `Puedes pagar ahora en línea, o ${inPerson}.` : `Se paga ${inPerson}.`
}
