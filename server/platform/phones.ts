import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

import { failField } from '#contract/errors.ts'
import { invalidPhone, isPhone } from '#contract/phones.ts'

/** `099 123 456` becomes `+598 99 123 456`: as it is stored, shown and dialled. Undefined when it is not a telephone number. */
export function normalizePhone(text: string): string | undefined {
  const typed = text.trim()
  if (!isPhone(typed)) return undefined
  const number = parsePhoneNumberFromString(typed, { defaultCountry: 'UY', extract: false })
  return number?.isValid() ? number.formatInternational() : undefined
}

/** Like normalizePhone; an empty text stays empty. `field`: where the form shows the refusal. @throws request.invalid */
export function requirePhone({ phone, field }: { phone: string; field: string }): string {
  if (phone === '') return ''
  const normalized = normalizePhone(phone)
  if (normalized === undefined) throw failField(field, invalidPhone)
  return normalized
}
