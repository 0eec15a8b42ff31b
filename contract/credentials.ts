import './messages.ts'
import { z } from 'zod'
import { issueParams } from './issue-codes.ts'

export const patientPasswordMin = 6
export const centerPasswordMin = 8
/** The protocol's limit in bytes: accented letters, ñ and emoji take more than one byte each. */
export const passwordMaxBytes = 72
export const passwordTooLongMessage =
  'La contraseña es demasiado larga: caben 72 caracteres, y las letras con tilde, la ñ y los emojis ocupan más de uno.'
export const patientPasswordMessage = 'La contraseña debe tener al menos 6 caracteres.'
/**
 * A password matches all of them. A single pattern could not be checked for linear running time.
 */
const centerPasswordParts = [/^[a-zA-Z\d@$!%*?&]/, /[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/, /^.{8}/su]
/** Starts with a letter, digit or listed symbol, contains one of each kind, and has at least `centerPasswordMin` characters. */
export function isCenterPassword(text: string): boolean {
  return centerPasswordParts.every((part) => part.test(text))
}
export const centerPasswordMessage =
  'La contraseña debe tener mínimo 8 caracteres, una mayúscula, un número y un símbolo.'

/** A patient's password, as typed into any form. */
export const patientPassword = z
  .string()
  .refine((text) => text.length >= patientPasswordMin && text.trim() !== '', {
    error: patientPasswordMessage,
    params: issueParams('short_password'),
  })
  .refine((text) => new TextEncoder().encode(text).length <= passwordMaxBytes, {
    error: passwordTooLongMessage,
    params: issueParams('long_password'),
  })
  .meta({ minLength: patientPasswordMin })

/** A centre's password, as typed into any form. */
export const centerPassword = z
  .string()
  .refine(isCenterPassword, { error: centerPasswordMessage, params: issueParams('weak_password') })
  .refine((text) => new TextEncoder().encode(text).length <= passwordMaxBytes, {
    error: passwordTooLongMessage,
    params: issueParams('long_password'),
  })

export const email = z.email({ error: 'Por favor ingresa un email válido' }).max(255)

/** An e-mail address as typed into a form; `missing` is the message for an empty field. */
export const typedEmail = (missing?: string) =>
  (missing === undefined ? z.string().trim() : z.string().trim().min(1, missing)).pipe(email)
/** An e-mail address, or empty. */
export const optionalEmail = z.union([z.literal(''), email])
