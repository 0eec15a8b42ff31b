import type { Appointment } from '#contract/appointments.ts'
import * as cancellation from '#contract/cancellation-sentences.ts'
import { formatLongMoment } from '#web/platform/formats.ts'

export function cancellationRule(terms: Appointment['cancellation']): string {
  return cancellation.cancellationRule(terms, formatLongMoment)
}

export function refundIfCancelledNow(terms: Appointment['cancellation']): string {
  return cancellation.refundIfCancelledNow(terms, formatLongMoment)
}
