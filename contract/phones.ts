import { issueParams } from './issue-codes.ts'
import { cleanPhone, invalidPhone, isPhone } from './phone-pattern.ts'
import { typedText } from './values.ts'

const phoneText = (max: number, min: number, message?: string) =>
  typedText({ max, min, clean: cleanPhone, ...(message !== undefined && { message }) }).refine(
    (text) => text === '' || isPhone(text),
    {
      error: invalidPhone,
      params: issueParams('invalid_phone'),
    },
  )

/** A telephone number as typed into any form; `missing` is the message for an empty field. */
export const typedPhone = (missing: string) => phoneText(40, 1, missing)
export const optionalPhone = phoneText(40, 0)
