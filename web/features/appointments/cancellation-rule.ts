import type { Appointment } from '#contract/appointments.ts'
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

/** The same rule before there is a date. */
export function generalCancellationRule(lateRefundPercent: number): string {
  if (lateRefundPercent === 100) return 'Cancelar o cambiar la hora es gratis: el centro devuelve todo el precio.'
  return `Cancelar o cambiar la hora es gratis hasta 24 horas antes. Después, si cancelas, ${lateRule(lateRefundPercent)}.`
}

function lateRule(percent: number): string {
  return percent === 0 ? 'el centro no devuelve el precio' : `el centro devuelve el ${percent}\u00a0% del precio`
}
