/** Cents of what a person typed as an amount in pesos: `1250`, `1.250`, `$ 1.250,50`. Undefined when it is none. */
export function typedMoney(text: string): number | undefined {
  const typed = text.replace(/[\s$]/g, '')
  const [, whole, cents = ''] = /^(\d{1,9}|\d{1,3}(?:\.\d{3}){1,2})(?:,(\d{1,2}))?$/.exec(typed) ?? []
  if (whole === undefined) return undefined
  return Number(whole.replaceAll('.', '')) * 100 + Number(cents.padEnd(2, '0'))
}
