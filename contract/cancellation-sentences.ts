// Apart from the schema, because public pages show these sentences and load no zod.
import { freeAfterBookingMinutes, freeCancellationHours } from './calendar.ts'
import type { CancellationTerms, CenterRule } from './cancellation.ts'
import { packageExtensionDays } from './package-limits.ts'

/** Formats an instant with its day: «miércoles 25 de noviembre, 14:30». */
type FormatMoment = (instant: string) => string

/** The rule that applies to one appointment, in words. Pages, dialogs and mails all use these sentences. */
export function cancellationRule(terms: CancellationTerms, formatMoment: FormatMoment): string {
  const { phase, freeUntil } = terms
  const free = 'Puedes cancelar o cambiar la hora sin costo'
  const later = `Después, si cancelas, ${lateOutcome(terms, 'lo que hayas pagado')}.`
  switch (phase) {
    case 'always_free':
      return `${free} hasta que empiece${whenFree(terms)}.`
    case 'moved_by_center':
      return 'Si la hora que puso el centro te sirve, no tienes que hacer nada; si no, puedes cancelar o elegir otra sin costo hasta que empiece.'
    case 'ahead':
      return `${free} hasta el ${formatMoment(freeUntil)}. ${later}`
    case 'just_booked':
      return `${free} hasta el ${formatMoment(freeUntil)}, ${freeAfterBookingMinutes} minutos después de reservar. ${later}`
    case 'unconfirmed':
      return `${free} hasta ${freeAfterBookingMinutes} minutos después de reservar. ${later}`
    case 'late':
      return `Ya pasó el plazo para cancelar sin costo. ${ifCancelledLate(terms)} Cambiar la hora no abre otro plazo.`
  }
}

export function refundIfCancelledNow(terms: CancellationTerms, formatMoment: FormatMoment): string {
  const { phase, freeUntil } = terms
  if (phase === 'late') return `Ya pasó el plazo para cancelar sin costo. ${ifCancelledLate(terms)}`
  const until = phase === 'ahead' || phase === 'just_booked' ? ` hasta el ${formatMoment(freeUntil)}` : ''
  return `No tiene costo${until}${whenFree(terms)}.`
}

type Cancelled = { refundPercent: number; isPaid: boolean; isByPackage: boolean }

export function afterCancelling({ refundPercent, ...payment }: Cancelled): string {
  if (refundPercent === 100) return `No tiene costo${whenFree(payment)}.`
  const { isPaid, isByPackage } = payment
  if (isByPackage) return 'Se canceló fuera de plazo: se usó la sesión de tu bono.'
  if (!isPaid) return 'No habías pagado, así que no hay nada que devolver.'
  return `Se canceló fuera de plazo: ${refundInWords(refundPercent, 'lo que pagaste')}.`
}

/** After a cancellation that was not the patient's. */
export function afterCancelledByCenter(cancelled: Cancelled): string {
  const text = afterCancelling(cancelled)
  if (!cancelled.isByPackage || cancelled.refundPercent < 100) return text
  return `${text} Puedes usarla durante los próximos ${packageExtensionDays} días, aunque el bono terminara antes.`
}

/** «gratis hasta 24 horas antes». */
export const freeCancellation = (hours = freeCancellationHours): string => `gratis hasta ${hours} horas antes`
/** Where the rest of the rule does not fit; without a rule, where it is still unknown. */
export function freeCancellationSentence(rule?: CenterRule): string {
  const free = rule?.lateRefundPercent === 100 ? 'gratis hasta que empiece la cita' : freeCancellation()
  return `Cancelar o cambiar la hora es ${free}.`
}

/** The centre's rule before an appointment exists. */
export function generalCancellationRule(rule: CenterRule): string {
  const { lateRefundPercent } = rule
  if (lateRefundPercent === 100) return freeCancellationSentence(rule)
  return `Cancelar o cambiar la hora es ${freeCancellation()} y en los ${freeAfterBookingMinutes} minutos después de reservar. Más tarde, si cancelas, ${refundInWords(lateRefundPercent, 'lo que hayas pagado')}.`
}

/**
 * What the centre writes beside its rule. Senda applies only the rule, so these words come after it, and are marked as the
 * centre's.
 */
export const ownCancellationWords = (words: string): string =>
  `En palabras del centro: «${words.replaceAll(/[«»]/g, '"')}»\nSi dicen otra cosa, vale la regla de arriba.`

/** Beside the field in which the centre writes them. */
export const ownWordsHint =
  'Se muestra después de la regla, como palabras del centro. Si dicen otra cosa, vale la regla.'

type HowPaid = Pick<CancellationTerms, 'isPaid' | 'isByPackage'>

function whenFree({ isPaid, isByPackage }: HowPaid): string {
  if (isByPackage) return ': la sesión vuelve a tu bono'
  return isPaid ? ': el centro te devuelve todo lo que pagaste' : ''
}

function lateOutcome({ lateRefundPercent, isByPackage }: CancellationTerms, payment: string): string {
  if (!isByPackage) return refundInWords(lateRefundPercent, payment)
  return lateRefundPercent === 100 ? 'la sesión vuelve a tu bono' : 'se usa la sesión de tu bono'
}

function ifCancelledLate(terms: CancellationTerms): string {
  if (terms.isPaid || terms.isByPackage) return `Si cancelas, ${lateOutcome(terms, 'lo que pagaste')}.`
  return 'Todavía no pagaste, así que no hay nada que devolver.'
}

function refundInWords(percent: number, payment: string): string {
  if (percent === 100) return `el centro devuelve todo ${payment}`
  return percent === 0 ? `el centro no devuelve ${payment}` : `el centro devuelve el ${percent}\u00a0% de ${payment}`
}
