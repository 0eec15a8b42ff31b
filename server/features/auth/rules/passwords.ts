import { passwordTooShort } from '#contract/auth-failures.ts'
import {
  centerPasswordMin,
  isCenterPassword,
  normalizedPassword,
  patientPasswordMin,
} from '#contract/password-rules.ts'
import type { UserType } from '#server/api/actor.ts'

/** The protocol's English messages. The browser has the Spanish ones, by code and reasons. */
const missingCharacters =
  'Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789, @$!%*?&. It should begin with one of these.'

type Weakness = { reasons: ('length' | 'characters')[]; message: string }

/** What is wrong with a password for this kind of account; undefined when it is good enough. */
export function weaknessOf(input: { password: string; userType: UserType }): Weakness | undefined {
  const { userType } = input
  const password = normalizedPassword(input.password)
  const { length } = password
  if (userType === 'patient') {
    // Spaces alone are not a password, however many.
    const isLongEnough = length >= patientPasswordMin && password.trim() !== ''
    return isLongEnough ? undefined : { reasons: ['length'], message: passwordTooShort(patientPasswordMin) }
  }
  if (isCenterPassword(password)) return undefined
  const reasons: Weakness['reasons'] = length < centerPasswordMin ? ['length'] : []
  // Repeats the text for the length check; that adds no new kind of character.
  if (!isCenterPassword(password.padEnd(centerPasswordMin, password))) reasons.push('characters')
  const sentences = { length: passwordTooShort(centerPasswordMin), characters: missingCharacters }
  return { reasons, message: reasons.map((reason) => sentences[reason]).join(' ') }
}
