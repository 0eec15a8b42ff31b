import { cleanPlainText } from './pasted-text.ts'

export const invalidPhone = 'Por favor ingresa un número de teléfono válido'

/** Mobile and fixed numbers have eight digits after the country code; 0800 and 0805 numbers have seven. */
const uruguayan = /^(?:[1249]\d{7}|80[05]\d{4})$/

/**
 * Whether a text can be a telephone number: a Uruguayan one, with or without country code and leading zero, or a foreign one
 * with its country code. Spaces don't matter. The server also checks foreign numbers against their numbering plans. */
export function isPhone(typed: string): boolean {
  const text = cleanPlainText(typed.slice(0, 200))
  if (!/^\+?[\d\s().-]{1,39}$/.test(text)) return false
  const digits = text.replaceAll(/\D/g, '').replace(/^00/, '+')
  const isForeign = text.startsWith('+') || digits.startsWith('+')
  const number = digits.replace('+', '')
  if (isForeign && !number.startsWith('598')) return number.length >= 8 && number.length <= 15
  return uruguayan.test(number.replace(/^598(?=\d{7,9}$)/, '').replace(/^0/, ''))
}
