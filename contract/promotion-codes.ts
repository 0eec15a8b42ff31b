import { cleanPlainText } from './pasted-text.ts'

export const promotionCodeMin = 3
export const promotionCodeMax = 20
export const promotionCodeTooLong = `El código puede tener hasta ${promotionCodeMax} letras y números`

/** Normalizes a typed code: upper case, without the spaces and hyphens that group it. */
export function cleanedCode(typed: string): string {
  return cleanPlainText(typed.slice(0, 100)).replace(/[\s-]/gu, '').toUpperCase()
}

export function isPromotionCode(code: string): boolean {
  return code.length >= promotionCodeMin && code.length <= promotionCodeMax && /^[A-Z0-9]+$/.test(code)
}

/** Codes that look alike have the same form: O is read as 0, I and L as 1. The database has the same rule. */
export function lookAlikeForm(code: string): string {
  return cleanedCode(code).replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

/** Upper-case letters and digits without those that look alike. */
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A code of 6 letters and digits, from a source of random numbers between 0 and 1. */
export function generateCode(random: () => number): string {
  return Array.from({ length: 6 }, () => codeAlphabet[Math.floor(random() * codeAlphabet.length)]).join('')
}

/** How long an applied promotion stays reserved for a payment. A check constraint has the same limit. */
export const reservationMinutes = 30
/** The maximum number of promotions of one centre, and of Senda. */
export const maxPromotions = 200
export const duplicateCodeMessage = 'Ya existe una promoción con ese código.'
export const orderMissingMessage = 'Por favor ingresa el código y el monto del pedido'

/** So many prices are asked for in one request. */
export const maxPricedAt = 40
