import { createRequire } from 'node:module'

import { failField } from '#contract/errors.ts'
import { cleanPhone, invalidPhone, isPhone } from '#contract/phone-pattern.ts'

type PhoneLibrary = typeof import('libphonenumber-js/min')
const require = createRequire(import.meta.url)
/**
 * The library is loaded with the first number: its 90 files would be a fifteenth of all that the server loads at its
 * start.
 */
const phoneLibrary = () => require('libphonenumber-js/min') as PhoneLibrary

/** `099 123 456` becomes `+598 99 123 456`: as it is stored, shown and dialled. Undefined when it is not a telephone number. */
export function normalizePhone(text: string): string | undefined {
  const typed = cleanPhone(text)
  if (!isPhone(typed)) return undefined
  const number = phoneLibrary().parsePhoneNumberFromString(typed, { defaultCountry: 'UY', extract: false })
  return number?.isValid() ? number.formatInternational() : undefined
}

/** `+598 99 123 456` becomes `+59899123456`. */
export const toE164 = (normalized: string) => normalized.replaceAll(/[^+\d]/g, '')

/** Like normalizePhone; an empty text stays empty. `field`: where the form shows the refusal. @throws request.invalid */
export function requirePhone({ phone, field }: { phone: string; field: string }): string {
  if (phone === '') return ''
  const normalized = normalizePhone(phone)
  if (normalized === undefined) throw failField(field, invalidPhone)
  return normalized
}
