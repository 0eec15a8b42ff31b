import { z } from 'zod'
import type { Person } from '#contract/person-words.ts'
import { type KeyRing, openWith, type Sealed, SealedContentError, sealWith } from '#server/platform/key-ring.ts'

/** The content of a version of a clinical record. Either text may be empty. */
export type RecordContent = { diagnosis: string; notes: string }
const recordContent = z.object({ diagnosis: z.string(), notes: z.string() })

export type VersionRow = {
  id: string
  appointmentId: string
  version: number
  authorId: string
  professionalId: string
  writtenAt: Date
}

/** About whom a version was written. `recordedAt` is its time, or later for a version from before each one recorded it. */
export type RecordedPerson = Person & { recordedAt: Date }
const recordedPerson = z.object({
  fullName: z.string(),
  birthDate: z.string().nullable(),
  recordedAt: z.coerce.date(),
})

/** The person beside a version's content, sealed with the key of its row. Null where none was recorded. */
export type SealedPerson = { personNonce: Buffer; personSealed: Buffer }
type MaybePerson = { personNonce: Buffer | null; personSealed: Buffer | null }

/** The identity of the patient of a deleted account, or of a removed guest. `birthDate`, `relation` and `guardianName` are a dependant's. */
export type Identity = {
  fullName: string
  /** Null for a guest who gave none. */
  email: string | null
  phone: string | null
  birthDate: string | null
  relation: string | null
  guardianName: string | null
}
const identity = z.object({
  fullName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  birthDate: z.string().nullable(),
  relation: z.string().nullable(),
  guardianName: z.string().nullable(),
})

/** What only its author reads: a version that is not saved yet, or their working notes. */
export type NoteRow = {
  id: string
  appointmentId: string
  authorId: string
  professionalId: string
  kind: NoteKind
  version: number
  startedAt: Date
  savedAt: Date
}
export type NoteKind = 'draft' | 'working_note'

/** `patientId`: null for a guest. */
export type IdentityRow = { attendeeId: string; patientId: string | null; closedAt: Date; keepUntil: Date }

// The content is bound to every other column of its row: it does not open once moved to another patient, author or time.

const bindingOfVersion = ({ id, appointmentId, version, authorId, professionalId, writtenAt }: VersionRow) =>
  ['clinical record', id, appointmentId, String(version), authorId, professionalId, writtenAt.toISOString()] as const

const bindingOfPerson = (row: VersionRow) => ['person', ...bindingOfVersion(row)] as const

const bindingOfNote = ({ id, appointmentId, authorId, professionalId, kind, version, startedAt, savedAt }: NoteRow) =>
  [
    ...['private note', id, appointmentId, authorId, professionalId, kind],
    ...[String(version), startedAt.toISOString(), savedAt.toISOString()],
  ] as const

const bindingOfIdentity = ({ attendeeId, patientId, closedAt, keepUntil }: IdentityRow) =>
  ['identity', attendeeId, patientId ?? '', closedAt.toISOString(), keepUntil.toISOString()] as const

export function sealVersion(keys: KeyRing, { row, content }: { row: VersionRow; content: RecordContent }): Sealed {
  return sealWith(keys, { text: JSON.stringify(content), binding: bindingOfVersion(row) })
}

/** @throws SealedContentError */
export function openVersion(keys: KeyRing, row: VersionRow & Sealed): RecordContent {
  return recordContent.parse(JSON.parse(openWith(keys, { ...row, binding: bindingOfVersion(row) })))
}

type ToSeal = { row: VersionRow & { keyId: string }; person: RecordedPerson }

/** Seals with the key of the row, which may be an older one until the next rotation. @throws SealedContentError */
export function sealPerson(keys: KeyRing, { row, person }: ToSeal): SealedPerson {
  const key = keys.byId.get(row.keyId)
  if (!key) throw new SealedContentError(`RECORD_KEYS has no key "${row.keyId}"`)
  const ofRow = { ...keys, current: { id: row.keyId, key } }
  const { nonce, sealed } = sealWith(ofRow, { text: JSON.stringify(person), binding: bindingOfPerson(row) })
  return { personNonce: nonce, personSealed: sealed }
}

/** @throws SealedContentError */
export function openPerson(
  keys: KeyRing,
  { personNonce: nonce, personSealed: sealed, ...row }: VersionRow & { keyId: string } & MaybePerson,
): RecordedPerson | null {
  if (nonce === null || sealed === null) return null
  const { keyId } = row
  return recordedPerson.parse(JSON.parse(openWith(keys, { keyId, nonce, sealed, binding: bindingOfPerson(row) })))
}

export function sealNote(keys: KeyRing, { row, content }: { row: NoteRow; content: RecordContent }): Sealed {
  return sealWith(keys, { text: JSON.stringify(content), binding: bindingOfNote(row) })
}

/** @throws SealedContentError */
export function openNote(keys: KeyRing, row: NoteRow & Sealed): RecordContent {
  return recordContent.parse(JSON.parse(openWith(keys, { ...row, binding: bindingOfNote(row) })))
}

export function sealIdentity(keys: KeyRing, { row, content }: { row: IdentityRow; content: Identity }): Sealed {
  return sealWith(keys, { text: JSON.stringify(content), binding: bindingOfIdentity(row) })
}

/** @throws SealedContentError */
export function openIdentity(keys: KeyRing, row: IdentityRow & Sealed): Identity {
  return identity.parse(JSON.parse(openWith(keys, { ...row, binding: bindingOfIdentity(row) })))
}

/** Seals the same content with the current key. @throws SealedContentError */
export function resealVersion(keys: KeyRing, row: VersionRow & Sealed & MaybePerson): Sealed & MaybePerson {
  const resealed = sealVersion(keys, { row, content: openVersion(keys, row) })
  const person = openPerson(keys, row)
  if (person === null) return { ...resealed, personNonce: null, personSealed: null }
  return { ...resealed, ...sealPerson(keys, { row: { ...row, keyId: resealed.keyId }, person }) }
}

/** @throws SealedContentError */
export function resealIdentity(keys: KeyRing, row: IdentityRow & Sealed): Sealed {
  return sealIdentity(keys, { row, content: openIdentity(keys, row) })
}

/** @throws SealedContentError */
export function resealNote(keys: KeyRing, row: NoteRow & Sealed): Sealed {
  return sealNote(keys, { row, content: openNote(keys, row) })
}
