const most = 100_000_000

/** Cents of what is typed as pesos: `1250`, `1.250`, `1250,50`; undefined for what is no amount that can be collected. */
export function centsOf(text: string): number | undefined {
  const typed = text.trim().replace(/^\$\s*/, '')
  // A dot before three digits parts thousands; any other part of a number is cents.
  if (!/^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:[.,]\d{1,2})?$/.test(typed)) return undefined
  const [, whole = '', part = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(typed) ?? []
  const cents = Number(whole.replaceAll('.', '')) * 100 + Number(part.padEnd(2, '0'))
  return cents >= 1 && cents <= most ? cents : undefined
}

/** As it is typed: without signs, with cents only when there are any. */
export function pesosText(cents: number): string {
  const whole = String(Math.floor(cents / 100))
  return cents % 100 === 0 ? whole : `${whole},${String(cents % 100).padStart(2, '0')}`
}
