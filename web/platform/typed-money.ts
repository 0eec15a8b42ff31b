import { cleanDigits } from '#contract/pasted-text.ts'

/** `1250` or `1.250`, with cents after a comma, or after four digits and a dot: `12.50` may be an unfinished `12.500`. */
const amount = /^(?:(\d{1,9}|\d{1,3}(?:\.\d{3}){1,2})(?:,(\d{1,2}))?|(\d{4,9})\.(\d{1,2}))$/

/** The cents of a typed amount in pesos: `1250`, `$ 1.250,50`, `1250.50`. Undefined for any other text. */
export function typedMoney(text: string): number | undefined {
  const [, dotted, comma, plain, dot] = amount.exec(cleanDigits(text).replace(/[\s$]/g, '')) ?? []
  const whole = dotted ?? plain
  if (whole === undefined) return undefined
  return Number(whole.replaceAll('.', '')) * 100 + Number((comma ?? dot ?? '').padEnd(2, '0'))
}

/** As a user types it: without a currency sign, with cents only when they are not zero. */
export function pesosText(cents: number): string {
  const positive = Math.abs(cents)
  const whole = `${cents < 0 ? '-' : ''}${Math.floor(positive / 100)}`
  return cents % 100 === 0 ? whole : `${whole},${String(positive % 100).padStart(2, '0')}`
}
