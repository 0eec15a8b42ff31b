import { brand, legalVersions } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import {
  centerPasswordMessage,
  centerPasswordMin,
  centerPasswordPattern,
  patientPasswordMessage,
  patientPasswordMin,
} from '#contract/credentials.ts'
import { signUpMetadata } from '#contract/registration.ts'
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
    full_name: known.full_name || known.nombre || known.responsible || '',
    phone: known.phone || known.whatsapp || null,
    address: known.address || null,
    emergency_contact: known.emergency_contact || null,
  }
}

/** Of somebody who comes from another provider, which may not say their name. */
export function metadataOf(fullName: string): Metadata {
  return fullName === '' ? {} : { full_name: fullName }
}

/** What a centre's sign-up says of the centre. */
export function centerOf(metadata: Metadata): {
  centerName: string
  fullName: string
  phone: string | null
  specialty: string | null
} {
  const known = signUpMetadata.parse(metadata)
  const { full_name: fullName, phone } = profileOf(metadata)
  return {
    centerName: centerNameOf(known.centerName || fullName),
    fullName,
    phone,
    specialty: specialtyOf(known.specialty),
  }
}

/** Whoever works alone may have typed no name for the centre, or one letter; the database wants two characters. */
export function centerNameOf(name: string): string {
  return [...name].length >= 2 ? name : `Centro ${name}`.trim()
}

/** «Otro» would find nobody, and says nothing on a card. */
export function specialtyOf(specialty: string | null | undefined): string | null {
  return specialty && specialty !== 'Otro' ? specialty : null
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
    // Spaces alone are no password, however many.
    const isLongEnough = length >= patientPasswordMin && o.password.trim() !== ''
    return isLongEnough ? undefined : { reasons: ['length'], message: patientPasswordMessage }
  }
  if (centerPasswordPattern.test(o.password)) return undefined
  const reasons: Weakness['reasons'] = length < centerPasswordMin ? ['length'] : []
  // Lengthened with itself it gains no new kind of character.
  if (!centerPasswordPattern.test(o.password.padEnd(centerPasswordMin, o.password))) reasons.push('characters')
  return { reasons, message: centerPasswordMessage }
}

export function hasSecondFactor(user: { factors: readonly { status: string }[] }): boolean {
  return user.factors.some(({ status }) => status === 'verified')
}

/** Whoever has a second factor is not yet themselves in a session that has not used it. */
export function lacksSecondFactor(o: { hasSecondFactor: boolean; aal: string }): boolean {
  return o.hasSecondFactor && o.aal !== 'aal2'
}

/** Where signing in leads. */
export function homePathOf(userType: UserType): string {
  return userType === 'center' ? '/center/dashboard' : '/dashboard'
}

/** Whether the account may be used now. A suspension whose end has passed has ended by itself. */
export function isShutOut(o: { standing: Standing; now: Date }): boolean {
  const { status, suspended_until: until } = o.standing
  return status === 'banned' || status === 'deleted' || (status === 'suspended' && (until === null || until > o.now))
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

/**
 * Whether a mail to the address of an account is its person's business. Those to a centre are its owner's, and invitations
 * those of somebody who has shown that the address is theirs: signing up with a stranger's must tell nothing about the stranger.
 */
export function isOwnMail(o: {
  kind: string
  account: { emailConfirmedAt: Date | null }
  ownsCenter: boolean
}): boolean {
  const isConfirmed = o.account.emailConfirmedAt !== null
  if (o.kind === 'centers.invitation') return isConfirmed
  return !o.kind.endsWith('.center') || (o.ownsCenter && isConfirmed)
}

/** From when on mails to an account's address are about it; the database's clock, which dates them, may be behind ours. */
export function firstMailAt(o: { created_at: Date }): Date {
  return new Date(o.created_at.getTime() - 5 * 60_000)
}
