import { sql } from 'kysely'
import type { Sealed } from '#server/platform/key-ring.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'
import type { NoteKind, NoteRow } from '../rules/sealing.ts'
import type { AppointmentFacts } from './records.ts'
import { noteColumns } from './sealed-rows.ts'

export type StoredNote = NoteRow & Sealed

/** `guestId`: of one guest; undefined: of every guest of the centre. */
export type GuestsOf = { centerId: string; guestId: string | undefined }

/** The author's drafts and working notes about these appointments. */
export function listNotes(
  db: Db | Tx,
  { authorId, appointmentIds }: { authorId: string; appointmentIds: readonly string[] },
): Promise<StoredNote[]> {
  return db
    .selectFrom('clinical_private_notes')
    .where('author_id', '=', authorId)
    .where('appointment_id', '=', anyOf(appointmentIds))
    .select(noteColumns)
    .$narrowType<{ kind: NoteKind }>()
    .execute()
}

type Drafts = { authorId: string; professionalId: string; since: Date | null; limit: number }

/** The author's drafts about appointments that they still read as this professional, the last saved first. */
export function listDrafts(db: Db | Tx, { authorId, professionalId, since, limit }: Drafts) {
  return ownNotes(db, { authorId })
    .where('clinical_private_notes.kind', '=', sql.lit('draft'))
    .where('appointments.professional_id', '=', professionalId)
    .where(sql<boolean>`appointments.starts_at >= coalesce(${since}::timestamptz, '-infinity')`)
    .orderBy('saved_at', 'desc')
    .orderBy('clinical_private_notes.id')
    .limit(limit)
    .select(aboutAppointment)
    .select(['saved_at as savedAt'])
    .execute()
}

/** What the author may still read of their notes, the oldest first. */
export function listToExport(db: Db | Tx, { authorId, limit }: { authorId: string; limit: number }) {
  return ownNotes(db, { authorId })
    .where(sql<boolean>`appointments.starts_at >= acts_in_records_from(author_id, appointments.professional_id)`)
    .orderBy('started_at')
    .orderBy('clinical_private_notes.id')
    .limit(limit)
    .select([...noteColumns, ...aboutAppointment, 'appointments.professional_id as actsAs'])
    .$narrowType<{ kind: NoteKind }>()
    .execute()
}

const aboutAppointment = [
  'appointments.id as appointmentId',
  'services.name as serviceName',
  'professionals.full_name as professionalName',
  'center_profiles.center_name as centerName',
  sql<Date>`appointments.starts_at`.as('startsAt'),
  sql<string>`coalesce(dependants.full_name, profiles.full_name, guests.full_name, '')`.as('patientName'),
] as const

function ownNotes(db: Db | Tx, { authorId }: { authorId: string }) {
  return db
    .selectFrom('clinical_private_notes')
    .innerJoin('appointments', 'appointments.id', 'clinical_private_notes.appointment_id')
    .innerJoin('services', 'services.id', 'appointments.service_id')
    .innerJoin('professionals', 'professionals.id', 'appointments.professional_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'appointments.center_id')
    .leftJoin('profiles', 'profiles.id', 'appointments.patient_id')
    .leftJoin('dependants', 'dependants.id', 'appointments.dependant_id')
    .leftJoin('guests', 'guests.id', 'appointments.guest_id')
    .where('author_id', '=', authorId)
}

export async function countDrafts(tx: Tx, { authorId }: { authorId: string }): Promise<number> {
  const { drafts } = await tx
    .selectFrom('clinical_private_notes')
    .where('author_id', '=', authorId)
    .where('kind', '=', sql.lit('draft'))
    .select((eb) => eb.fn.countAll<number>().as('drafts'))
    .executeTakeFirstOrThrow()
  return drafts
}

type ToNote = Pick<AppointmentFacts, 'appointmentId' | 'patientId' | 'guestId'> & { userId: string }

/** Locks the accounts, and a guest, against their deletion, and then the appointment, in the order of the locking protocol. */
export async function lockForNote(tx: Tx, { patientId, guestId, userId, appointmentId }: ToNote): Promise<void> {
  const accounts = patientId === null ? [userId] : [patientId, userId]
  await tx.selectFrom('profiles').where('id', 'in', accounts).orderBy('id').select('id').forShare().execute()
  await tx.selectFrom('guests').where('id', '=', guestId).select('id').forShare().execute()
  await tx.selectFrom('appointments').where('id', '=', appointmentId).select('id').forUpdate().execute()
}

/** Inserts the note, or replaces what it said. */
export async function storeNote(tx: Tx, row: StoredNote): Promise<void> {
  const content = {
    professional_id: row.professionalId,
    version: row.version,
    saved_at: row.savedAt,
    key_id: row.keyId,
    nonce: row.nonce,
    sealed: row.sealed,
  }
  await tx
    .insertInto('clinical_private_notes')
    .values({
      ...content,
      id: row.id,
      appointment_id: row.appointmentId,
      author_id: row.authorId,
      kind: row.kind,
      started_at: row.startedAt,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(content))
    .execute()
}

export async function deleteNote(tx: Tx, { id }: { id: string }): Promise<void> {
  await tx.deleteFrom('clinical_private_notes').where('id', '=', id).execute()
}

/** Deletes what the account wrote for itself, and what professionals wrote for themselves about its appointments. */
export async function deleteNotesOf(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await sql`
    delete from clinical_private_notes
    where author_id = ${userId}
      or appointment_id in (select id from appointments where patient_id = ${userId})`.execute(tx)
}

/** Deletes what professionals wrote for themselves about a guest, or about every guest of the centre. */
export async function deleteNotesAboutGuests(tx: Tx, { centerId, guestId }: GuestsOf): Promise<void> {
  await sql`
    delete from clinical_private_notes
    where appointment_id in (
      select id from appointments
      where center_id = ${centerId} and guest_id is not null and guest_id = coalesce(${guestId}::uuid, guest_id))`.execute(
    tx,
  )
}

/** Whether a professional has begun a note of the guest's record that is not saved. */
export async function hasDraftAboutGuest(
  tx: Tx,
  { centerId, guestId }: { centerId: string; guestId: string },
): Promise<boolean> {
  const draft = await tx
    .selectFrom('clinical_private_notes')
    .innerJoin('appointments', 'appointments.id', 'clinical_private_notes.appointment_id')
    .where('kind', '=', 'draft')
    .where('center_id', '=', centerId)
    .where('guest_id', '=', guestId)
    .select('clinical_private_notes.id')
    .executeTakeFirst()
  return draft !== undefined
}

export async function deleteDraftsSavedBefore(db: Db, { savedBefore }: { savedBefore: Date }): Promise<void> {
  await db
    .deleteFrom('clinical_private_notes')
    .where('kind', '=', sql.lit('draft'))
    .where('saved_at', '<', savedBefore)
    .execute()
}
