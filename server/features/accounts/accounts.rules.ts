import {
  centerPasswordMessage,
  centerPasswordMin,
  centerPasswordPattern,
  patientPasswordMessage,
  patientPasswordMin,
  signUpMetadata,
} from '#contract/accounts.ts'
import { brand, legalVersions } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import type { Metadata, Standing, UserType } from './accounts.types.ts'

/** Only patient and center count, whether the metadata names it `user_type` or `role`; all else is a patient. */
export function userTypeOf(metadata: Metadata): UserType {
  const named = [metadata.user_type, metadata.role].find((value) => value === 'patient' || value === 'center')
  return named === 'center' ? 'center' : 'patient'
}

/** The profile's first values; what does not fit its column is left out, as the whole metadata stays with the user. */
export function profileOf(metadata: Metadata): {
  full_name: string
  phone: string | null
  address: string | null
  emergency_contact: string | null
} {
  const known = signUpMetadata.parse(metadata)
  return {
    full_name: known.full_name,
    phone: known.phone || null,
    address: known.address || null,
    emergency_contact: known.emergency_contact || null,
  }
}

/** The documents that the sign-up accepted in the version that is in force. */
export function acceptancesOf(metadata: Metadata): { document: 'terms' | 'privacy'; version: string }[] {
  const named = { terms: metadata.accepted_terms, privacy: metadata.accepted_privacy }
  return (['terms', 'privacy'] as const)
    .filter((document) => named[document] === legalVersions[document])
    .map((document) => ({ document, version: legalVersions[document] }))
}

type Weakness = { reasons: ('length' | 'characters')[]; message: string }

/** What is wrong with a password for this kind of account; undefined when it is good enough. */
export function weaknessOf(o: { password: string; userType: UserType }): Weakness | undefined {
  const { length } = o.password
  if (o.userType === 'patient') {
    return length < patientPasswordMin ? { reasons: ['length'], message: patientPasswordMessage } : undefined
  }
  if (centerPasswordPattern.test(o.password)) return undefined
  const reasons: Weakness['reasons'] = length < centerPasswordMin ? ['length'] : []
  // Lengthened with itself it gains no new kind of character.
  if (!centerPasswordPattern.test(o.password.padEnd(centerPasswordMin, o.password))) reasons.push('characters')
  return { reasons, message: centerPasswordMessage }
}

/** Where signing in leads. */
export function homePathOf(userType: UserType): string {
  return userType === 'center' ? '/center/dashboard' : '/dashboard'
}

/** Whether the account may be used now. A suspension whose end has passed has ended by itself. */
export function isShutOut(o: { standing: Standing; now: Date }): boolean {
  const { status, suspended_until: until } = o.standing
  return status === 'banned' || (status === 'suspended' && (until === null || until > o.now))
}

/** What a person who is shut out reads when signing in: until when, why, and how to appeal. */
export function shutOutSentence(standing: Standing): string {
  const day = standing.suspended_until?.toLocaleDateString('es-UY', { timeZone: zone, dateStyle: 'long' })
  const parts = [
    standing.status === 'banned'
      ? 'Tu cuenta está cerrada.'
      : `Tu cuenta está suspendida${day ? ` hasta el ${day}` : ''}.`,
    standing.suspension_reason && `Motivo: ${standing.suspension_reason.replace(/\.$/, '')}.`,
    `Si crees que es un error, escribe a ${brand.email}.`,
  ]
  return parts.filter(Boolean).join(' ')
}
