import { sql } from 'kysely'
import type { PersonRef } from '#contract/agenda.ts'
import { alphabetical } from '#server/platform/postgres/alphabetical.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { ContactRow, ContactScope } from '../contacts.types.ts'
import type { ContactQuery } from '../rules/contact-query.ts'

/** Past, missed and upcoming appointments, and those that the centre or staff cancelled, because the centre may offer the patient another time. */
const countsAsVisit = sql`(appointments.status in ('pending', 'confirmed', 'completed', 'no_show')
  or appointments.status = 'cancelled' and appointments.cancelled_by in ('center', 'staff'))`

export const isVisibleGuest = ({ professionalId }: Pick<ContactScope, 'professionalId'>) =>
  professionalId === undefined
    ? sql`true`
    : sql`exists (select from appointments
        where appointments.guest_id = guests.id and appointments.professional_id = ${professionalId}::uuid)`

const factsOfAccount = sql`facts.note, facts.cedula, coalesce(facts.cover, '') as cover, coalesce(facts.tags, '{}') as tags`

/** The folded text in which the search looks for words, as guests store it. */
const foundBy = (names: ReturnType<typeof sql>) =>
  sql`fold_all(${names} || ' ' || joined_tags(coalesce(facts.tags, '{}')))`

/**
 * The patients, dependants and guests with an appointment in the scope. For a whole centre, all its guests. `attends` is false
 * for a patient of whom only dependants come.
 */
export function people({ centerId, professionalId }: ContactScope) {
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
  const factsAbout = (id: ReturnType<typeof sql>) => sql`
    left join contact_facts as facts on facts.center_id = ${centerId} and facts.person_id = ${id}`
  const digits = (phone: ReturnType<typeof sql>) => sql`regexp_replace(coalesce(${phone}, ''), '\\D', '', 'g')`
  return sql`
    select 'patient' as kind, profiles.id, profiles.full_name as name, profiles.phone, profiles.email, ${factsOfAccount},
      facts.birth_date, ${digits(sql`profiles.phone`)} as phone_digits, ${foundBy(sql`profiles.full_name`)} as found_by,
      null::uuid as guardian_id, null::json as dependant,
      profiles.id in (${visitors(
        sql`appointments.patient_id`,
        sql`appointments.patient_id is not null
        and appointments.dependant_id is null`,
      )} union all ${buyers}) as attends
    from profiles ${factsAbout(sql`profiles.id`)}
    where profiles.status <> 'deleted' and profiles.id in (
      ${visitors(sql`appointments.patient_id`, sql`appointments.patient_id is not null`)} union all ${buyers})
    union all
    select 'dependant', dependants.id, dependants.full_name, profiles.phone, profiles.email, ${factsOfAccount},
      dependants.birth_date, ${digits(sql`profiles.phone`)}, ${foundBy(sql`dependants.full_name || ' ' || profiles.full_name`)}, profiles.id,
      json_build_object('guardianId', profiles.id, 'guardianName', profiles.full_name, 'relation', dependants.relation,
        'birthDate', dependants.birth_date), true
    from dependants join profiles on profiles.id = dependants.guardian_id ${factsAbout(sql`dependants.id`)}
    where profiles.status <> 'deleted' and dependants.id in (
      ${visitors(sql`appointments.dependant_id`, sql`appointments.dependant_id is not null`)})
    union all
    select 'guest', guests.id, guests.full_name, guests.phone, guests.email, guests.note, guests.cedula, guests.cover,
      guests.tags, guests.birth_date, guests.phone_digits, guests.found_by, null, null, true
    from guests
    where guests.center_id = ${centerId} and guests.removed_at is null and guests.merged_into is null
      and ${isVisibleGuest({ professionalId })}`
}

function visits({ centerId, professionalId }: ContactScope, now: Date) {
  const visitsBy = (kind: PersonRef['kind']) => sql`
    select starts_at, ends_at, status from appointments
    where person.kind = ${sql.lit(kind)} and ${attendedBy(kind)} and center_id = ${centerId} and status <> 'held'
      and ${professionalId === undefined ? sql`true` : sql`professional_id = ${professionalId}::uuid`}`
  return sql`
    select max(starts_at) filter (where status = 'completed') as "lastVisit",
      min(starts_at) filter (where status in ('pending', 'confirmed') and ends_at > ${now}) as "nextVisit",
      (count(*) filter (where status = 'completed'))::int as visits,
      (count(*) filter (where status = 'no_show'))::int as "noShows"
    from (${visitsBy('patient')} union all ${visitsBy('dependant')} union all ${visitsBy('guest')}) as visits_of_person`
}

/** A condition on appointments: that `person` of this kind attends. */
function attendedBy(kind: PersonRef['kind']) {
  if (kind === 'guest') return sql`appointments.guest_id = person.id`
  if (kind === 'patient') return sql`appointments.patient_id = person.id and appointments.dependant_id is null`
  // The patient's column has the index.
  return sql`appointments.patient_id = person.guardian_id and appointments.dependant_id = person.id`
}

const columns = sql`person.kind, person.id, person.name, person.dependant, person.phone, person.email, person.note,
  person.cedula, person.birth_date as "birthDate", person.cover, person.tags`

export type ContactPage = ContactScope & {
  query: ContactQuery
  /** Only people who have this tag of the centre. */
  tag?: string | undefined
  limit: number
  /** The id of the last person of the previous page. */
  after: string | undefined
  now: Date
}

/** The contacts are in the order of their names. */
export async function listContacts(
  db: Db | Tx,
  { query, tag, limit, after, now, ...scope }: ContactPage,
): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    with people as (${people(scope)})
    select ${columns}, own_visits.* from (
      select * from people
      where ${matches(query)} and ${hasTag(tag)} and ${
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
 * Every word must occur in the person's name or tags, or for a dependant in them and the guardian's name. Digits are those of a telephone
 * or of a cédula. Without a query the list has only those who attend: who only books for others is found by name or telephone number.
 */
function matches({ words, digits, spellings }: ContactQuery) {
  if (digits !== undefined) {
    return sql`(strpos(people.phone_digits, ${digits}) > 0 or strpos(people.cedula, ${digits}) > 0)`
  }
  if (spellings !== undefined) {
    const sound = sql`sound_of(people.found_by)`
    const hasPart = spellings.map(
      ({ parts }) =>
        sql`(${sql.join(
          parts.map((part) => sql`strpos(${sound}, ${part}) > 0`),
          sql` or `,
        )})`,
    )
    return sql.join([...hasPart, ...spellings.map(({ pattern }) => sql`${sound} ~ ${pattern}`)], sql` and `)
  }
  if (words.length === 0) return sql`people.attends`
  return sql.join(
    words.map((word) => sql`strpos(people.found_by, fold_all(${word})) > 0`),
    sql` and `,
  )
}

const hasTag = (tag: string | undefined) =>
  tag === undefined
    ? sql`true`
    : sql`exists (select from unnest(people.tags) as tag where fold_all(tag) = fold_all(${tag}))`

/** The tags of the people in the scope, each in one spelling, in alphabetical order. */
export async function listTags(db: Db, { limit, ...scope }: ContactScope & { limit: number }): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select min(tag) as tag from (
      select distinct tag from (${people(scope)}) as person, unnest(person.tags) as tag) as tags
    group by fold_all(tag) order by ${alphabetical(sql`min(tag)`)} limit ${limit}`.execute(db)
  return rows.map(({ tag }) => tag)
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

/** All patients, dependants and guests who attend at a centre with their visits, by name. */
export async function listAllOfOwner(db: Db | Tx, { centerId }: { centerId: string }) {
  const { rows } = await sql<Omit<ContactRow, 'nextVisit'>>`
    select ${columns}, own_visits."lastVisit", own_visits.visits, own_visits."noShows"
    from (${people({ centerId })}) as person, lateral (${visits({ centerId }, new Date(0))}) as own_visits
    where person.attends order by ${alphabetical('person.name')}, person.id`.execute(db)
  return rows
}
