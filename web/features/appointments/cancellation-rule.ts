import type { Appointment } from '#contract/appointments.ts'
import * as cancellation from '#contract/cancellation-sentences.ts'
import { formatLongMoment } from '#web/platform/formats.ts'

/** The cancellation terms in words, with their date. */
export function cancellationRule(terms: Appointment['cancellation']): string {
  return cancellation.cancellationRule(terms, formatLongMoment)
}

/** The refund of cancelling now, in words. */
export function refundIfCancelledNow(terms: Appointment['cancellation']): string {
  return cancellation.refundIfCancelledNow(terms, formatLongMoment)
}
