import { type LegalDocument, legalDocuments } from '#contract/legal-texts.ts'
import { centerNameOf } from '#contract/names.ts'
import { signUpMetadata } from '#contract/registration.ts'
import type { UserType } from '#server/api/actor.ts'
import { normalizePhone } from '#server/platform/phones.ts'
import { isShownVersion } from '#server/platform/shown-legal-versions.ts'
import type { Metadata } from '../auth.types.ts'

/** Reads `user_type`, else `role`. Any value but patient or center means patient. */
export function userTypeOf(metadata: Metadata): UserType {
  const userType = [metadata.user_type, metadata.role].find((value) => value === 'patient' || value === 'center')
  return userType === 'center' ? 'center' : 'patient'
}

/** The profile's initial values. Omits what does not fit its column; the user keeps the whole metadata. */
export function profileOf(metadata: Metadata): {
  full_name: string
  phone: string | null
  address: string | null
  emergency_contact: string | null
} {
  const fields = signUpMetadata.parse(metadata)
  return {
    full_name: fields.full_name || fields.nombre || fields.responsible || '',
    phone: normalizePhone(fields.phone || fields.whatsapp || '') ?? null,
    address: fields.address || null,
    emergency_contact: fields.emergency_contact || null,
  }
}

/** The metadata of a user from another provider, which may not give their name. */
export function metadataOf(fullName: string): Metadata {
  return fullName === '' ? {} : { full_name: fullName }
}

export function centerOf(metadata: Metadata): {
  centerName: string
  fullName: string
  phone: string | null
  whatsapp: string | null
  specialty: string | null
} {
  const fields = signUpMetadata.parse(metadata)
  const { full_name: fullName, phone } = profileOf(metadata)
  return {
    centerName: centerNameOf(fields.centerName || fullName),
    fullName,
    phone,
    whatsapp: normalizePhone(fields.whatsapp || '') ?? null,
    specialty: specialtyOf(fields.specialty),
  }
}

/** «Otro» is useless as a search filter and on a card, so it is not stored. */
export function specialtyOf(specialty: string | null | undefined): string | null {
  return specialty && specialty !== 'Otro' ? specialty : null
}

/** What the form showed, also where another version took effect while it was open. */
export function acceptancesOf(metadata: Metadata): { document: LegalDocument; version: string }[] {
  const accepted = { terms: metadata.accepted_terms, privacy: metadata.accepted_privacy }
  return legalDocuments.flatMap((document) => {
    const version = accepted[document]
    return isShownVersion(document, version) ? [{ document, version }] : []
  })
}
