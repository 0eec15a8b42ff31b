import { z } from 'zod'
import { type KeyRing, openWith, type Sealed, sealWith } from '#server/platform/key-ring.ts'

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

/** The identity of the patient of a deleted account. `birthDate`, `relation` and `guardianName` are a dependant's. */
export type Identity = {
  fullName: string
  email: string
  phone: string | null
  birthDate: string | null
  relation: string | null
  guardianName: string | null
}
const identity = z.object({
  fullName: z.string(),
  email: z.string(),
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

export type IdentityRow = { attendeeId: string; patientId: string; closedAt: Date; keepUntil: Date }

// The content is bound to every other column of its row: it does not open once moved to another patient, author or time.

const bindingOfVersion = ({ id, appointmentId, version, authorId, professionalId, writtenAt }: VersionRow) =>
  ['clinical record', id, appointmentId, String(version), authorId, professionalId, writtenAt.toISOString()] as const

const bindingOfNote = ({ id, appointmentId, authorId, professionalId, kind, version, startedAt, savedAt }: NoteRow) =>
  [
    ...['private note', id, appointmentId, authorId, professionalId, kind],
    ...[String(version), startedAt.toISOString(), savedAt.toISOString()],
  ] as const

const bindingOfIdentity = ({ attendeeId, patientId, closedAt, keepUntil }: IdentityRow) =>
  ['identity', attendeeId, patientId, closedAt.toISOString(), keepUntil.toISOString()] as const

export function sealVersion(keys: KeyRing, { row, content }: { row: VersionRow; content: RecordContent }): Sealed {
  return sealWith(keys, { text: JSON.stringify(content), binding: bindingOfVersion(row) })
}

/** @throws SealedContentError */
export function openVersion(keys: KeyRing, row: VersionRow & Sealed): RecordContent {
  return recordContent.parse(JSON.parse(openWith(keys, { ...row, binding: bindingOfVersion(row) })))
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
export function resealVersion(keys: KeyRing, row: VersionRow & Sealed): Sealed {
  return sealVersion(keys, { row, content: openVersion(keys, row) })
}

/** @throws SealedContentError */
export function resealIdentity(keys: KeyRing, row: IdentityRow & Sealed): Sealed {
  return sealIdentity(keys, { row, content: openIdentity(keys, row) })
}

/** @throws SealedContentError */
export function resealNote(keys: KeyRing, row: NoteRow & Sealed): Sealed {
  return sealNote(keys, { row, content: openNote(keys, row) })
}
