import type { Appointment } from '#contract/appointments.ts'
import * as cancellation from '#contract/cancellation.ts'
import { formatLongMoment } from '#web/platform/local-days.ts'

/** What cancelling or moving an appointment costs, in words and with its date. */
export function cancellationRule(terms: Appointment['cancellation']): string {
  return cancellation.cancellationRule(terms, formatLongMoment)
}

/** What cancelling right now does to the money. */
export function cancellingNow(terms: Appointment['cancellation']): string {
  return cancellation.cancellingNow(terms, formatLongMoment)
}
