import { sql } from 'kysely'
import type { PersonRef } from '#contract/agenda.ts'
import type { ComparedPerson } from '#contract/known-people.ts'
import { phoneKey } from '#contract/known-people.ts'
import type { ImportedPerson } from '#contract/patient-files.ts'
import type { ImportKind } from '#contract/patient-import-routes.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { people } from './people.ts'

export type PersonThere = ComparedPerson & PersonRef

/**
 * The people of the centre who may be one of these: with the same cédula, or a name that sounds alike and the same telephone or address; for
 * a line that has only a name, those of that name; and for each telephone and address one guest who has it, however many do.
 */
export async function listAlike(
  db: Db | Tx,
  { centerId, persons }: { centerId: string; persons: readonly ImportedPerson[] },
): Promise<PersonThere[]> {
  const typed = persons.map(({ fullName, phone, email, cedula }) => ({
    ...{ name: fullName, phone: phoneKey(phone) || null, email: email || null, cedula },
  }))
  const columns = (['name', 'phone', 'email', 'cedula'] as const).map((key) => typed.map((person) => person[key]))
  const ofGuest = sql`'guest' as kind, id, full_name as name, phone, email, cedula, birth_date as "birthDate" from guests
    where center_id = ${centerId} and removed_at is null and merged_into is null`
  const { rows } = await sql<PersonThere>`
    with typed as materialized (
      select name_key(name) as name, phone, email, cedula
      from unnest(${sql.join(columns.map((values) => sql`${values}::text[]`))}) as typed(name, phone, email, cedula))
    select kind, id, name, phone, email, cedula, birth_date as "birthDate" from (${people({ centerId })}) as person
    where kind <> 'guest' and (cedula in (select cedula from typed) or right(phone_digits, 8) in (select phone from typed)
      or email in (select email from typed) or name_key(name) in (select typed.name from typed))
    union all select ${ofGuest} and cedula = any(array(select cedula from typed))
    union all select ${ofGuest} and name_key <> '' and name_key = any(array(select name from typed)) and (
      (name_key, right(phone_digits, 8)) in (select name, phone from typed) or (name_key, email) in (select name, email from typed)
      or name_key in (select name from typed where num_nonnulls(phone, email, cedula) = 0))
    union all select one.* from (select distinct phone as key from typed) as of_phone, lateral (
      select ${ofGuest} and phone_digits <> '' and right(phone_digits, 8) = of_phone.key limit 1) as one
    union all select one.* from (select distinct email as key from typed) as of_address, lateral (
      select ${ofGuest} and guests.email = of_address.key limit 1) as one`.execute(db)
  return rows
}

/** Those of these people who are the centre's. */
export async function listPeopleOf(
  db: Db | Tx,
  { centerId, ids }: { centerId: string; ids: readonly string[] },
): Promise<PersonThere[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PersonThere>`
    select kind, id, name, phone, email, cedula, birth_date as "birthDate" from (${people({ centerId })}) as person
    where id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** The people of these names whom this import brought in. */
export async function listBroughtIn(
  db: Db | Tx,
  { importId, names }: { importId: string; names: readonly string[] },
): Promise<PersonThere[]> {
  const { rows } = await sql<PersonThere>`
    select 'guest' as kind, id, full_name as name, phone, email, cedula, birth_date as "birthDate" from guests
    where import_id = ${importId} and removed_at is null and merged_into is null
      and name_key = any(array(select name_key(name) from unnest(${names}::text[]) as typed(name)))`.execute(db)
  return rows
}

/** Removes new guests for whom nothing was booked after all. */
export async function deleteNewGuests(tx: Tx, { ids }: { ids: readonly string[] }): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from guests where id = any(${ids}::uuid[]) and ${isUntouched}`.execute(tx)
}

export async function countGuests(tx: Tx, { centerId }: { centerId: string }): Promise<number> {
  const { count } = await tx
    .selectFrom('guests')
    .where('center_id', '=', centerId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type NewImport = {
  importId: string
  centerId: string
  userId: string
  kind: ImportKind
  /** Each booking is told to the patient. */
  tells: boolean
  fileName: string
  planned: number
  known: number
  refused: number
  now: Date
}

/** @returns false when an import has this id already */
export async function insertImport(tx: Tx, { importId, centerId, userId, fileName, now, ...rest }: NewImport) {
  const { kind, tells, planned, known, refused } = rest
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('patient_imports')
    .values({
      ...{ id: importId, center_id: centerId, imported_by: userId, file_name: fileName, started_at: now },
      ...{ kind, tells, planned, known, refused },
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type OfCenter = { importId: string; centerId: string; kind: ImportKind }

export async function lockImport(tx: Tx, { importId, centerId, kind }: OfCenter) {
  return tx
    .selectFrom('patient_imports')
    .where('id', '=', importId)
    .where('center_id', '=', centerId)
    .where('kind', '=', kind)
    .select(['undone_at as undoneAt', 'added', 'planned', 'tells'])
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Which of these lines are in already. */
export async function listAddedLines(
  tx: Tx,
  { importId, lines }: { importId: string; lines: readonly number[] },
): Promise<Set<number>> {
  const { rows } = await sql<{ line: number }>`
    select import_line as line from guests where import_id = ${importId} and import_line = any(${lines}::integer[])`.execute(
    tx,
  )
  return new Set(rows.map(({ line }) => line))
}

type NewGuests = {
  importId: string
  centerId: string
  persons: readonly (ImportedPerson & { id: string })[]
  now: Date
}

export async function insertImported(tx: Tx, { importId, centerId, persons, now }: NewGuests): Promise<void> {
  await sql`
    insert into guests (id, center_id, full_name, phone, email, note, cedula, birth_date, cover, tags, import_id, import_line,
      created_at, updated_at)
    select id, ${centerId}::uuid, "fullName", phone, nullif(email, ''), note, cedula, "birthDate", cover, tags, ${importId}::uuid, line,
      ${now}, ${now}
    from json_to_recordset(${JSON.stringify(persons)}::json) as person(id uuid, "fullName" text, phone text, email text, note text,
      cedula text, "birthDate" date, cover text, tags text[], line integer)`.execute(tx)
}

/** Counts lines that came in, or what was removed again. */
export async function countInImport(
  tx: Tx,
  { importId, added = 0, removed = 0 }: { importId: string; added?: number; removed?: number },
): Promise<void> {
  await tx
    .updateTable('patient_imports')
    .set((query) => ({ added: query('added', '+', added), removed: query('removed', '+', removed) }))
    .where('id', '=', importId)
    .execute()
}

/** The imports of a centre, or one of them, the newest first. */
export async function listImports(
  db: Db | Tx,
  { centerId, importId, limit }: { centerId: string; importId?: string; limit: number },
) {
  return db
    .selectFrom('patient_imports')
    .leftJoin('profiles', 'profiles.id', 'patient_imports.imported_by')
    .where('patient_imports.center_id', '=', centerId)
    .$if(importId !== undefined, (query) => query.where('patient_imports.id', '=', importId ?? ''))
    .orderBy('patient_imports.started_at', 'desc')
    .limit(limit)
    .select([
      'patient_imports.id',
      'patient_imports.kind',
      'tells',
      'file_name as fileName',
      'profiles.full_name as importedBy',
      'started_at as startedAt',
      'planned',
      'added',
      'known',
      'refused',
      'undone_at as undoneAt',
      'removed',
    ])
    .$narrowType<{ kind: ImportKind }>()
    .execute()
}

/** A guest who is still only a line of the file. Those whom another request is booking for are left to the next request. */
const isUntouched = sql<boolean>`guests.updated_at = guests.created_at
  and not exists (select from appointments where appointments.guest_id = guests.id)
  and not exists (select from packages where packages.guest_id = guests.id)`

export async function markUndone(
  tx: Tx,
  { importId, userId, now }: { importId: string; userId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('patient_imports')
    .set({ undone_at: now, undone_by: userId })
    .where('id', '=', importId)
    .where('undone_at', 'is', null)
    .execute()
}

/** @returns how many it removed */
export async function deleteUntouched(
  tx: Tx,
  { importId, limit }: { importId: string; limit: number },
): Promise<number> {
  // Locked first: a booking that has begun for one of them then shows in the second statement.
  const { rows } = await sql<{ id: string }>`
    select id from guests where import_id = ${importId} and ${isUntouched}
    order by import_line limit ${limit} for update skip locked`.execute(tx)
  const { numAffectedRows } = await sql`
    delete from guests where id = any(${rows.map(({ id }) => id)}::uuid[]) and ${isUntouched}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function countUntouched(tx: Tx, { importId }: { importId: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from guests where import_id = ${importId} and ${isUntouched}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Those of the import who stay, in the order of the file. */
export async function listKept(tx: Tx, { importId, limit }: { importId: string; limit: number }) {
  const { rows } = await sql<{
    id: string
    name: string
    reason: 'appointment' | 'package' | 'changed'
    total: number
  }>`
    select id, full_name as name, count(*) over ()::int as total,
      case when exists (select from appointments where appointments.guest_id = guests.id) then 'appointment'
        when exists (select from packages where packages.guest_id = guests.id) then 'package' else 'changed' end as reason
    from guests where import_id = ${importId} and merged_into is null and not (${isUntouched})
    order by import_line limit ${limit}`.execute(tx)
  return { kept: rows[0]?.total ?? 0, people: rows.map(({ total: _total, ...person }) => person) }
}
