import {
  centerPasswordMessage,
  centerPasswordMin,
  isCenterPassword,
  patientPasswordMessage,
  patientPasswordMin,
} from '#contract/credentials.ts'
import type { UserType } from '../accounts.types.ts'

type Weakness = { reasons: ('length' | 'characters')[]; message: string }

/** What is wrong with a password for this kind of account; undefined when it is good enough. */
export function weaknessOf(o: { password: string; userType: UserType }): Weakness | undefined {
  const { length } = o.password
  if (o.userType === 'patient') {
    // Spaces alone are no password, however many.
    const isLongEnough = length >= patientPasswordMin && o.password.trim() !== ''
    return isLongEnough ? undefined : { reasons: ['length'], message: patientPasswordMessage }
  }
  if (isCenterPassword(o.password)) return undefined
  const reasons: Weakness['reasons'] = length < centerPasswordMin ? ['length'] : []
  // Lengthened with itself it gains no new kind of character.
  if (!isCenterPassword(o.password.padEnd(centerPasswordMin, o.password))) reasons.push('characters')
  return { reasons, message: centerPasswordMessage }
}
