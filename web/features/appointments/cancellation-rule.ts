import type { Appointment } from '#contract/appointments.ts'
import { lateRule } from '#web/features/centers/cancellation-rule.ts'
import { formatLongMoment } from '#web/platform/local-days.ts'

/** What cancelling an appointment costs and until when moving it keeps that free, in words and with its date. */
export function cancellationRule({
  freeUntil,
  lateRefundPercent,
  refundPercentNow,
}: Appointment['cancellation']): string {
  if (lateRefundPercent === 100)
    return 'Puedes cancelar o cambiar la hora sin costo: el centro devuelve todo el precio.'
  const late = lateRule(lateRefundPercent)
  if (refundPercentNow < 100) {
    return `Ya pasó el plazo para cancelar sin costo: si cancelas, ${late}. Cambiar la hora no abre otro plazo.`
  }
  return `Puedes cancelar o cambiar la hora sin costo hasta el ${formatLongMoment(freeUntil)}. Después, si cancelas, ${late}.`
}
