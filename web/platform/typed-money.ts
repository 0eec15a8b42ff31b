import { cleanDigits } from '#contract/pasted-text.ts'

/** `1250` or `1.250`, with cents after a comma, or after four digits and a dot: `12.50` may be an unfinished `12.500`. */
const amount = /^(?:(\d{1,9}|\d{1,3}(?:\.\d{3}){1,2})(?:,(\d{1,2}))?|(\d{4,9})\.(\d{1,2}))$/

/** The signs and words for pesos around an amount, without spaces. `U$` alone stands for dollars as often. */
const currencyBefore = /^(?:\$u?|uyu\$?|uy\$)(?=\d)/i
const currencyAfter = /(?<=[\d-])(?:\$u?|uyu|pesos?(?:uruguayos?)?)$/i
/** `1250,-` has no cents. */
const noCents = /(?<=\d)[,.]-{1,2}$/

/** The cents of a typed amount in pesos: `1250`, `$ 1.250,50`, `1250.50`, `UYU 1.250`, `1250,-`. Undefined for any other text. */
export function typedMoney(text: string): number | undefined {
  const [, dotted, comma, plain, dot] = amount.exec(plainAmount(text)) ?? []
  const whole = dotted ?? plain
  if (whole === undefined) return undefined
  return Number(whole.replaceAll('.', '')) * 100 + Number((comma ?? dot ?? '').padEnd(2, '0'))
}

function plainAmount(text: string): string {
  const together = cleanDigits(text).replace(/\s/g, '')
  return together.replace(currencyBefore, '').replace(currencyAfter, '').replace(noCents, '')
}

/** The amount as a user types it: without a currency sign, with cents only when they are not zero. */
export function pesosText(cents: number): string {
  const positive = Math.abs(cents)
  const whole = `${cents < 0 ? '-' : ''}${Math.floor(positive / 100)}`
  return cents % 100 === 0 ? whole : `${whole},${String(positive % 100).padStart(2, '0')}`
}
