import './messages.ts'
import { z } from 'zod'
import { issueParams } from './issue-codes.ts'
import {
  centerPasswordMessage,
  isCenterPassword,
  normalizedPassword,
  passwordBytes,
  passwordMaxBytes,
  passwordTooLongMessage,
  patientPasswordMessage,
  patientPasswordMin,
} from './password-rules.ts'
import { cleanEmail } from './pasted-email.ts'

export const patientPassword = z
  .string()
  .refine((text) => normalizedPassword(text).length >= patientPasswordMin && text.trim() !== '', {
    error: patientPasswordMessage,
    params: issueParams('short_password'),
  })
  .refine((text) => passwordBytes(text) <= passwordMaxBytes, {
    error: passwordTooLongMessage,
    params: issueParams('long_password'),
  })
  .meta({ minLength: patientPasswordMin })

export const centerPassword = z
  .string()
  .refine(isCenterPassword, { error: centerPasswordMessage, params: issueParams('weak_password') })
  .refine((text) => passwordBytes(text) <= passwordMaxBytes, {
    error: passwordTooLongMessage,
    params: issueParams('long_password'),
  })

export const email = z.email({ error: 'Por favor ingresa un email válido' }).max(255)

export const pastedEmail = z.string().overwrite(cleanEmail)

/** An e-mail address as typed into a form; `missing` is the message for an empty field. */
export const typedEmail = (missing?: string) =>
  (missing === undefined ? pastedEmail : pastedEmail.min(1, missing)).pipe(email)
export const optionalEmail = pastedEmail.pipe(z.union([z.literal(''), email]))
