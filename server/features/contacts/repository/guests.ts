import { sql } from 'kysely'
import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { ContactScope, Facts, NewGuest } from '../contacts.types.ts'
import { isVisibleGuest } from './people.ts'

/** Serialises the creation of guests, so that two receptionists who enter the same person create one guest. */
export async function lockGuests(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  await lockInTransaction(tx, { kind: 'guests', id: centerId })
}

/** The guest in the scope with the same name and telephone number. Guests without a number are never the same. */
export async function findGuestLike(tx: Tx, { guest, ...scope }: ContactScope & { guest: NewGuest }) {
  const { centerId } = scope
  const { rows } = await sql<{ id: string; email: string | null }>`
    select id, email from guests
    where center_id = ${centerId} and merged_into is null and ${isVisibleGuest(scope)} and fold_all(full_name) = fold_all(${guest.fullName})
      and phone_digits <> '' and phone_digits = regexp_replace(${guest.phone}, '\\D', '', 'g')
    order by id limit 1`.execute(tx)
  return rows[0]
}

export async function insertGuest(
  tx: Tx,
  { id, centerId, guest, now }: { id: string; centerId: string; guest: NewGuest; now: Date },
): Promise<void> {
  await tx
    .insertInto('guests')
    .values({
      id,
      center_id: centerId,
      full_name: guest.fullName,
      phone: guest.phone,
      email: guest.email === '' ? null : guest.email.toLowerCase(),
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export async function setGuestEmail(
  tx: Tx,
  { email, now, id }: { id: string; email: string; now: Date },
): Promise<void> {
  await tx.updateTable('guests').set({ email: email.toLowerCase(), updated_at: now }).where('id', '=', id).execute()
}

type GuestEdit = NewGuest & { guestId: string; centerId: string; note: string; facts: Facts; now: Date }

export async function lockGuest(tx: Tx, { guestId, centerId }: { guestId: string; centerId: string }): Promise<void> {
  await tx
    .selectFrom('guests')
    .select('id')
    .where('id', '=', guestId)
    .where('center_id', '=', centerId)
    .forNoKeyUpdate()
    .execute()
}

export async function updateGuest(
  tx: Tx,
  { fullName, phone, email, note, facts, now, guestId, centerId }: GuestEdit,
): Promise<void> {
  await tx
    .updateTable('guests')
    .set({
      full_name: fullName,
      phone,
      email: email === '' ? null : email.toLowerCase(),
      note,
      cedula: facts.cedula,
      birth_date: facts.birthDate,
      cover: facts.cover,
      tags: facts.tags,
      updated_at: now,
    })
    .where('id', '=', guestId)
    .where('center_id', '=', centerId)
    .execute()
}

type GuestScope = { centerId: string; guestId?: string }

/** The rows stay without a name, because past appointments refer to them. */
export async function anonymizeGuests(tx: Tx, { centerId, guestId, now }: GuestScope & { now: Date }): Promise<void> {
  await tx
    .updateTable('guests')
    .set({
      ...{ full_name: 'Paciente', phone: '', email: null, note: '' },
      ...{ cedula: null, birth_date: null, cover: '', tags: [], import_id: null, import_line: null },
      updated_at: now,
      removed_at: now,
    })
    .where('center_id', '=', centerId)
    .$if(guestId !== undefined, (query) => query.where('id', '=', guestId ?? ''))
    .execute()
}

/** Prevents other transactions from deleting the guest until this one ends. */
export async function lockGuestForBooking(tx: Tx, { guestId }: { guestId: string }): Promise<void> {
  await tx.selectFrom('guests').select('id').where('id', '=', guestId).forKeyShare().execute()
}

/** Waits for requests that write about the guest, or about any of the centre. */
export async function lockGuestsForDeletion(tx: Tx, { guestId, centerId }: GuestScope): Promise<void> {
  await tx
    .selectFrom('guests')
    .select('id')
    .where('center_id', '=', centerId)
    .$if(guestId !== undefined, (query) => query.where('id', '=', guestId ?? ''))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Deletes the guests of a centre whose registration was never confirmed. The caller has deleted their appointments. */
export async function deleteGuests(tx: Tx, { centerId, guestId }: GuestScope): Promise<void> {
  await tx
    .deleteFrom('guests')
    .where('center_id', '=', centerId)
    .$if(guestId !== undefined, (query) => query.where('id', '=', guestId ?? ''))
    .execute()
}
