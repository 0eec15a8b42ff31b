import type { Appointment } from '#contract/appointments.ts'
import * as cancellation from '#contract/cancellation-sentences.ts'
import { formatLongMoment } from '#web/platform/formats.ts'

export function cancellationRule(terms: Appointment['cancellation']): string {
  return cancellation.cancellationRule(terms, formatLongMoment)
}

/** The rule of a held time that the patient's package will pay for. */
export const packageRule = (terms: Appointment['cancellation']): string =>
  cancellationRule({ ...terms, isByPackage: true })

export function refundIfCancelledNow(terms: Appointment['cancellation']): string {
  return cancellation.refundIfCancelledNow(terms, formatLongMoment)
}
