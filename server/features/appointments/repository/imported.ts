import { sql } from 'kysely'
import { occupyingStatuses } from '#contract/appointments.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { literals } from '#server/platform/postgres/lists.ts'

type WantedTime = Span & { professionalId: string; attendeeId: string | null }
type TakenTime = { appointmentId: string; index: number; isOfProfessional: boolean }

/**
 * The appointments and live holds that overlap each of these times: those of its professional, and those that its attendee has at this
 * centre with another one. `index`: of the time, from 0.
 */
export async function listTaken(
  db: Db | Tx,
  { times, centerId, now }: { times: readonly WantedTime[]; centerId: string; now: Date },
): Promise<TakenTime[]> {
  const column = <Key extends keyof WantedTime>(key: Key) => times.map((time) => time[key])
  const isOccupying = sql`a.status in ${literals(occupyingStatuses)} and (a.status <> 'held' or a.hold_expires_at > ${now})`
  const { rows } = await sql<TakenTime>`
    with wanted as materialized (
      select index - 1 as index, professional_id, attendee_id, tstzrange(starts_at, ends_at) as during
      from unnest(${column('professionalId')}::uuid[], ${column('attendeeId')}::uuid[], ${column('startsAt')}::timestamptz[],
        ${column('endsAt')}::timestamptz[]) with ordinality as times(professional_id, attendee_id, starts_at, ends_at, index))
    select a.id as "appointmentId", wanted.index::int, true as "isOfProfessional"
    from wanted join appointments a on a.professional_id = wanted.professional_id and a.during && wanted.during
    where ${isOccupying}
    union all
    select a.id, wanted.index::int, false
    from wanted join appointments a on a.attendee_id = wanted.attendee_id and a.during && wanted.during
    where a.center_id = ${centerId} and a.professional_id <> wanted.professional_id and ${isOccupying}
    order by index, "isOfProfessional" desc, "appointmentId"`.execute(db)
  return rows
}

type OfImport = { importId: string }

/** Which of these lines are booked already. */
export async function listBookedLines(
  db: Db | Tx,
  { importId, lines }: OfImport & { lines: readonly number[] },
): Promise<Set<number>> {
  const { rows } = await sql<{ line: number }>`
    select import_line as line from appointments
    where import_id = ${importId} and import_line = any(${lines}::integer[])`.execute(db)
  return new Set(rows.map(({ line }) => line))
}

export async function listGuardians(
  db: Db | Tx,
  { dependantIds }: { dependantIds: readonly string[] },
): Promise<Map<string, string>> {
  if (dependantIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; guardianId: string }>`
    select id, guardian_id as "guardianId" from dependants where id = any(${dependantIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, guardianId }) => [id, guardianId]))
}

/** The tables whose rows show that an appointment has come to be more than a line of a file. */
export const traces = [
  ...['appointment_notices', 'appointment_reminders', 'desk_calls', 'dismissed_reminders', 'debt_reminders'],
  ...['payments', 'commissions', 'package_sessions', 'promotion_usage', 'reward_redemptions'],
  ...['reviews', 'removed_reviews', 'telehealth_consents'],
  ...['clinical_private_notes', 'clinical_record_accesses', 'clinical_record_versions'],
]

const hasTrace = sql.join(
  [
    ...traces.map((table) => sql`exists (select from ${sql.table(table)} as trace where trace.appointment_id = a.id)`),
    sql`exists (select from appointments as later where later.replaces_id = a.id)`,
  ],
  sql` or `,
)

/** A patient who was told of it, when it was booked or by a reminder, would come. */
const wasNotified = sql`(exists (select from appointment_reminders r where r.appointment_id = a.id)
  or exists (select from patient_imports i where i.id = a.import_id and i.tells)
    and (a.patient_id is not null or exists (select from guests where guests.id = a.guest_id and guests.email is not null)))`

const isChanged = sql`(a.status <> 'confirmed' or a.updated_at <> a.created_at or a.paid_amount > 0 or a.accepted_at is not null
  or a.keeps_commission or ${hasTrace})`

const staysBecause = (now: Date) => sql`case when ${wasNotified} then 'notified' when ${isChanged} then 'changed'
  when a.starts_at <= ${now} then 'started' end`

type Undo = OfImport & { now: Date }

/** Deletes appointments that are still only lines of a file; one that another request is changing is left to the next request. */
export async function deleteUntouchedBookings(
  tx: Tx,
  { importId, now, limit }: Undo & { limit: number },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select a.id from appointments a where a.import_id = ${importId} and ${staysBecause(now)} is null
    order by a.import_line limit ${limit} for update of a skip locked`.execute(tx)
  const { numAffectedRows } = await sql`
    delete from appointments a where a.id = any(${rows.map(({ id }) => id)}::uuid[]) and ${staysBecause(now)} is null`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

export async function countUntouchedBookings(tx: Tx, { importId, now }: Undo): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from appointments a where a.import_id = ${importId} and ${staysBecause(now)} is null`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** The appointments of the import that stay, each with the reason, by their start. */
export async function listKeptBookings(tx: Tx, { importId, now, limit }: Undo & { limit: number }) {
  const { rows } = await sql<{
    id: string
    name: string
    startsAt: Date
    reason: 'notified' | 'changed' | 'started'
    total: number
  }>`
    select a.id, coalesce(dependants.full_name, profiles.full_name, guests.full_name, '') as name, a.starts_at as "startsAt",
      ${staysBecause(now)} as reason, count(*) over ()::int as total
    from appointments a left join profiles on profiles.id = a.patient_id left join dependants on dependants.id = a.dependant_id
      left join guests on guests.id = a.guest_id
    where a.import_id = ${importId} and a.status <> 'cancelled' and ${staysBecause(now)} is not null
    order by a.starts_at, a.id limit ${limit}`.execute(tx)
  return { kept: rows[0]?.total ?? 0, appointments: rows.map(({ total: _total, ...row }) => row) }
}
