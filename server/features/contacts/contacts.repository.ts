import { sql } from 'kysely'
import type { PersonRef } from '#contract/agenda.ts'
import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import { alphabetical } from '#server/platform/postgres/alphabetical.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { ContactQuery } from './contacts.rules.ts'
import type { ContactRow, ContactScope, NewGuest } from './contacts.types.ts'

/** Past, missed and upcoming appointments, and those that the centre or staff cancelled, because the centre may offer the patient another time. */
const countsAsVisit = sql`(appointments.status in ('pending', 'confirmed', 'completed', 'no_show')
  or appointments.status = 'cancelled' and appointments.cancelled_by in ('center', 'staff'))`

const isVisibleGuest = ({ professionalId }: Pick<ContactScope, 'professionalId'>) =>
  professionalId === undefined
    ? sql`true`
    : sql`exists (select from appointments
        where appointments.guest_id = guests.id and appointments.professional_id = ${professionalId}::uuid)`

/**
 * The patients, dependants and guests with an appointment in the scope. For a whole centre, all its guests. `attends` is false
 * for a patient of whom only dependants come.
 */
function people({ centerId, professionalId }: ContactScope) {
  const ofProfessional =
    professionalId === undefined ? sql`true` : sql`appointments.professional_id = ${professionalId}::uuid`
  const visitors = (id: ReturnType<typeof sql>, who: ReturnType<typeof sql>) => sql`
    select ${id} from appointments
    where appointments.center_id = ${centerId} and ${who} and appointments.status <> 'held' and ${countsAsVisit}
      and ${ofProfessional}`
  // Who bought a package comes to the centre.
  const buyers =
    professionalId === undefined
      ? sql`select packages.patient_id from packages where packages.center_id = ${centerId} and packages.patient_id is not null`
      : sql`select null::uuid where false`
  const digits = (phone: ReturnType<typeof sql>) => sql`regexp_replace(coalesce(${phone}, ''), '\\D', '', 'g')`
  return sql`
    select 'patient' as kind, profiles.id, profiles.full_name as name, profiles.phone, profiles.email, null as note,
      ${digits(sql`profiles.phone`)} as phone_digits, profiles.full_name as found_by, null::uuid as guardian_id,
      null::json as dependant,
      profiles.id in (${visitors(
        sql`appointments.patient_id`,
        sql`appointments.patient_id is not null
        and appointments.dependant_id is null`,
      )} union all ${buyers}) as attends
    from profiles
    where profiles.status <> 'deleted' and profiles.id in (
      ${visitors(sql`appointments.patient_id`, sql`appointments.patient_id is not null`)} union all ${buyers})
    union all
    select 'dependant', dependants.id, dependants.full_name, profiles.phone, profiles.email, null,
      ${digits(sql`profiles.phone`)}, dependants.full_name || ' ' || profiles.full_name, profiles.id,
      json_build_object('guardianId', profiles.id, 'guardianName', profiles.full_name, 'relation', dependants.relation,
        'birthDate', dependants.birth_date), true
    from dependants join profiles on profiles.id = dependants.guardian_id
    where profiles.status <> 'deleted' and dependants.id in (
      ${visitors(sql`appointments.dependant_id`, sql`appointments.dependant_id is not null`)})
    union all
    select 'guest', guests.id, guests.full_name, guests.phone, guests.email, guests.note, guests.phone_digits, guests.full_name,
      null, null, true
    from guests
    where guests.center_id = ${centerId} and ${isVisibleGuest({ professionalId })}`
}

function visits({ centerId, professionalId }: ContactScope, now: Date) {
  const visitsBy = (kind: PersonRef['kind']) => sql`
    select starts_at, ends_at, status from appointments
    where person.kind = ${sql.lit(kind)} and ${attendedBy(kind)} and center_id = ${centerId} and status <> 'held'
      and ${professionalId === undefined ? sql`true` : sql`professional_id = ${professionalId}::uuid`}`
  return sql`
    select max(starts_at) filter (where status = 'completed') as "lastVisit",
      min(starts_at) filter (where status in ('pending', 'confirmed') and ends_at > ${now}) as "nextVisit",
      (count(*) filter (where status = 'completed'))::int as visits
    from (${visitsBy('patient')} union all ${visitsBy('dependant')} union all ${visitsBy('guest')}) as visits_of_person`
}

/** A condition on appointments: that `person` of this kind attends. */
function attendedBy(kind: PersonRef['kind']) {
  if (kind === 'guest') return sql`appointments.guest_id = person.id`
  if (kind === 'patient') return sql`appointments.patient_id = person.id and appointments.dependant_id is null`
  // The patient's column has the index.
  return sql`appointments.patient_id = person.guardian_id and appointments.dependant_id = person.id`
}

const columns = sql`person.kind, person.id, person.name, person.dependant, person.phone, person.email, person.note`

type ContactPage = ContactScope & { query: ContactQuery; limit: number; after: string | undefined; now: Date }

/** The contacts are in the order of their names. `after` is the id of the last person of the previous page. */
export async function listContacts(db: Db, { query, limit, after, now, ...scope }: ContactPage): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    with people as (${people(scope)})
    select ${columns}, own_visits.* from (
      select * from people
      where ${matches(query)} and ${
        after === undefined
          ? sql`true`
          : sql`(${alphabetical('people.name')}, people.id) > (select name, id from people where id = ${after}::uuid)`
      }
      order by ${alphabetical('people.name')}, people.id limit ${limit}
    ) as person, lateral (${visits(scope, now)}) as own_visits
    order by ${alphabetical('person.name')}, person.id`.execute(db)
  return rows
}

/**
 * Every word must occur in the person's name, or for a dependant in it and the guardian's. Without a query the list has only those who
 * attend: who only books for others is found by name or telephone number.
 */
function matches({ words, digits }: ContactQuery) {
  if (digits !== undefined) return sql`strpos(people.phone_digits, ${digits}) > 0`
  if (words.length === 0) return sql`people.attends`
  return sql.join(
    words.map((word) => sql`strpos(fold_all(people.found_by), fold_all(${word})) > 0`),
    sql` and `,
  )
}

/** The dependants of a patient who are in the scope, by name. */
export async function listDependantsOf(db: Db, { guardianId, ...scope }: ContactScope & { guardianId: string }) {
  const { rows } = await sql<{ id: string; name: string; birthDate: string | null }>`
    select id, name, dependant ->> 'birthDate' as "birthDate" from (${people(scope)}) as person
    where person.kind = 'dependant' and person.guardian_id = ${guardianId}
    order by ${alphabetical('person.name')}, person.id`.execute(db)
  return rows
}

export async function findContact(
  db: Db | Tx,
  { person, now, ...scope }: ContactScope & { person: PersonRef; now: Date },
): Promise<ContactRow | undefined> {
  const { rows } = await sql<ContactRow>`
    select ${columns}, own_visits.* from (${people(scope)}) as person, lateral (${visits(scope, now)}) as own_visits
    where person.kind = ${person.kind} and person.id = ${person.id}`.execute(db)
  return rows[0]
}

/** Whether this person is in the scope, so that a page can follow them. */
export async function isInScope(db: Db, { id, ...scope }: ContactScope & { id: string }): Promise<boolean> {
  const { rows } = await sql`select from (${people(scope)}) as person where person.id = ${id}::uuid`.execute(db)
  return rows.length > 0
}

/** Serialises the creation of guests, so that two receptionists who enter the same person create one guest. */
export async function lockGuests(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  await lockInTransaction(tx, { kind: 'guests', id: centerId })
}

/** The guest in the scope with the same name and telephone number. Guests without a number are never the same. */
export async function findGuestLike(tx: Tx, { guest, ...scope }: ContactScope & { guest: NewGuest }) {
  const { centerId } = scope
  const { rows } = await sql<{ id: string; email: string | null }>`
    select id, email from guests
    where center_id = ${centerId} and ${isVisibleGuest(scope)} and fold_all(full_name) = fold_all(${guest.fullName})
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

type GuestEdit = NewGuest & { guestId: string; centerId: string; note: string; now: Date }

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
  { fullName, phone, email, note, now, guestId, centerId }: GuestEdit,
): Promise<void> {
  await tx
    .updateTable('guests')
    .set({
      full_name: fullName,
      phone,
      email: email === '' ? null : email.toLowerCase(),
      note,
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
    .set({ full_name: 'Paciente', phone: '', email: null, note: '', updated_at: now, removed_at: now })
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

/** All patients, dependants and guests who attend at a centre with their visits, by name. */
export async function listAllOfOwner(db: Db | Tx, { centerId }: { centerId: string }) {
  const { rows } = await sql<Omit<ContactRow, 'nextVisit'>>`
    select ${columns}, own_visits."lastVisit", own_visits.visits
    from (${people({ centerId })}) as person, lateral (${visits({ centerId }, new Date(0))}) as own_visits
    where person.attends order by ${alphabetical('person.name')}, person.id`.execute(db)
  return rows
}

export async function insertExport(
  db: Db,
  { id, centerId, userId, people, now }: { id: string; centerId: string; userId: string; people: number; now: Date },
): Promise<void> {
  await db
    .insertInto('patient_exports')
    .values({ id, center_id: centerId, exported_by: userId, people, exported_at: now })
    .execute()
}

/** The downloads of the list of patients of a centre, the oldest first. */
export async function listAllExports(db: Db | Tx, { centerId }: { centerId: string }) {
  return db
    .selectFrom('patient_exports')
    .where('center_id', '=', centerId)
    .orderBy('exported_at')
    .select(['exported_at as exportedAt', 'people'])
    .execute()
}

/** Whether the centre has blocked the patient in their conversation: then they book nothing there, and buy nothing. */
export async function isBlockedByCenter(
  db: Db | Tx,
  { patientId, centerId }: { patientId: string; centerId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('conversations')
    .where('patient_id', '=', patientId)
    .where('center_id', '=', centerId)
    .where('center_blocked_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the patient has blocked the centre in their conversation: then the desk books nothing for them, and sells them nothing. */
export async function hasBlockedCenter(
  tx: Tx,
  { patientId, centerId }: { patientId: string; centerId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('conversations')
    .where('patient_id', '=', patientId)
    .where('center_id', '=', centerId)
    .where('patient_blocked_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
