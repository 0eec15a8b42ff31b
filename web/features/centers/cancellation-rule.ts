/** What cancelling an appointment at a center costs, before there is a date. */
export function generalCancellationRule(lateRefundPercent: number): string {
  if (lateRefundPercent === 100) return 'Cancelar o cambiar la hora es gratis: el centro devuelve todo el precio.'
  return `Cancelar o cambiar la hora es gratis hasta 24 horas antes. Después, si cancelas, ${lateRule(lateRefundPercent)}.`
}

/** What comes back of the price once cancelling is late. */
export function lateRule(percent: number): string {
  return percent === 0 ? 'el centro no devuelve el precio' : `el centro devuelve el ${percent}\u00a0% del precio`
}
