const whole = new Intl.NumberFormat('es-UY', { maximumFractionDigits: 0, useGrouping: 'always' })
const withCents = new Intl.NumberFormat('es-UY', { minimumFractionDigits: 2, useGrouping: 'always' })

/** «$ 1.250», with cents only when there are any. */
export function pesos(cents: number): string {
  const amount = (cents % 100 === 0 ? whole : withCents).format(Math.abs(cents) / 100)
  return `${cents < 0 ? '−' : ''}$\u00a0${amount}`
}
