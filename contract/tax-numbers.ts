// The check digits of Uruguay (docs/decisions/0246). No zod, so that screens can import this file.

/** Spaces, dots and hyphens are how people write these numbers. */
export const taxDigits = (text: string): string => text.replaceAll(/[\s.\-\u2010-\u2013]/g, '')

const weighted = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)

/** A RUT as its twelve digits: two of the register, six of the number, 001, and the check digit. */
export function isRut(digits: string): boolean {
  if (!/^(?:0[1-9]|1\d|2[0-2])\d{6}001\d$/.test(digits) || digits.slice(2, 8) === '000000') return false
  const check = (11 - (weighted(digits, [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  // A check of 10 has no digit: such a number is never given.
  return check === Number(digits[11])
}

/** A cédula as seven or eight digits, the last of which is the check digit. */
export function isCedula(digits: string): boolean {
  if (!/^\d{7,8}$/.test(digits)) return false
  const padded = paddedCedula(digits)
  return (weighted(padded, [2, 9, 8, 7, 6, 3, 4]) + Number(padded[7])) % 10 === 0 && Number(padded) > 0
}

/** As it is stored: eight digits. */
export const paddedCedula = (digits: string): string => digits.padStart(8, '0')

/** `1.234.567-2`; a RUT stays as it is, because it is written without dots. */
export function taxNumberText({ kind, number }: { kind: 'ci' | 'rut'; number: string }): string {
  if (kind === 'rut') return number
  const digits = String(Number(number.slice(0, 7)))
  return `${digits.replaceAll(/\B(?=(?:\d{3}){1,3}$)/g, '.')}-${number.slice(7)}`
}
