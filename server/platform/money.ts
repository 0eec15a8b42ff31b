const whole = new Intl.NumberFormat('es-UY', { maximumFractionDigits: 0, useGrouping: 'always' })
const withCents = new Intl.NumberFormat('es-UY', { minimumFractionDigits: 2, useGrouping: 'always' })

/** «$ 1.250», with cents only when there are any. */
export function pesos(cents: number): string {
  return `$\u00a0${(cents % 100 === 0 ? whole : withCents).format(cents / 100)}`
}
