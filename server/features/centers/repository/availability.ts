import { sql } from 'kysely'
import { newId } from '#server/platform/ids.ts'
import type { Span, WeeklyInterval } from '#server/platform/local-time.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'

/** Locks the professional against bookings, which hold a share lock, so that hours never change during a booking. */
export async function lockAgainstBookings(tx: Tx, { professionalId }: { professionalId: string }): Promise<void> {
  await tx
    .selectFrom('professionals')
    .select('id')
    .where('id', '=', professionalId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function replaceHours(
  tx: Tx,
  { professionalId, intervals }: { professionalId: string; intervals: readonly WeeklyInterval[] },
): Promise<void> {
  await tx.deleteFrom('weekly_hours').where('professional_id', '=', professionalId).execute()
  if (intervals.length === 0) return
  await tx
    .insertInto('weekly_hours')
    .values(
      intervals.map(({ weekday, startMinute, endMinute }) => ({
        id: newId(),
        professional_id: professionalId,
        weekday,
        start_minute: startMinute,
        end_minute: endMinute,
      })),
    )
    .execute()
}

export type NewTimeOff = Span & { id: string; professionalId: string; reason: string }

export async function insertTimeOff(
  tx: Tx,
  { absences, now }: { absences: readonly NewTimeOff[]; now: Date },
): Promise<void> {
  if (absences.length === 0) return
  await tx
    .insertInto('time_off')
    .values(
      absences.map(({ id, professionalId, startsAt, endsAt, reason }) => ({
        id,
        professional_id: professionalId,
        during: sql<string>`tstzrange(${startsAt}, ${endsAt})`,
        reason,
        created_at: now,
      })),
    )
    .execute()
}

/** The active professionals of a centre, or the requested ones, in the order in which they joined. */
export async function listActive(
  db: Db | Tx,
  { centerId, professionalIds }: { centerId: string; professionalIds?: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('professionals')
    .where('center_id', '=', centerId)
    .where('is_active', '=', sql.lit(true))
    .$if(professionalIds !== undefined, (query) => query.where('id', '=', anyOf(professionalIds ?? [])))
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'full_name as name'])
    .execute()
}

/** Locks the active professionals as lockAgainstBookings() does, in the order of their ids. @returns their ids */
export async function lockBookingsOf(
  tx: Tx,
  { centerId, professionalIds }: { centerId: string; professionalIds: readonly string[] },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('professionals')
    .where('center_id', '=', centerId)
    .where('is_active', '=', sql.lit(true))
    .where('id', '=', anyOf(professionalIds))
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

type OfProfessionals = { professionalIds: readonly string[] }

export async function listHours(
  db: Db | Tx,
  { professionalIds }: OfProfessionals,
): Promise<(WeeklyInterval & { professionalId: string })[]> {
  if (professionalIds.length === 0) return []
  return db
    .selectFrom('weekly_hours')
    .where('professional_id', '=', anyOf(professionalIds))
    .orderBy('weekday')
    .orderBy('start_minute')
    .select(['professional_id as professionalId', 'weekday', 'start_minute as startMinute', 'end_minute as endMinute'])
    .execute()
}

export type TimeOff = Span & { id: string; professionalId: string; reason: string }

/** Time off that has not ended by `now`, in the order of its start. */
export async function listTimeOff(
  db: Db | Tx,
  { professionalIds, now }: OfProfessionals & { now: Date },
): Promise<TimeOff[]> {
  if (professionalIds.length === 0) return []
  return db
    .selectFrom('time_off')
    .where('professional_id', '=', anyOf(professionalIds))
    .where(sql<boolean>`during && tstzrange(${now}, null)`)
    .orderBy('during')
    .orderBy('id')
    .select(['id', 'professional_id as professionalId', 'reason'])
    .select([sql<Date>`lower(during)`.as('startsAt'), sql<Date>`upper(during)`.as('endsAt')])
    .execute()
}

export async function findTimeOff(
  db: Db | Tx,
  { timeOffId, centerId }: { centerId: string; timeOffId: string },
): Promise<{ professionalId: string } | undefined> {
  return db
    .selectFrom('time_off')
    .innerJoin('professionals', 'professionals.id', 'time_off.professional_id')
    .where('time_off.id', '=', timeOffId)
    .where('professionals.center_id', '=', centerId)
    .select('time_off.professional_id as professionalId')
    .executeTakeFirst()
}

export async function deleteTimeOff(tx: Tx, { timeOffId }: { timeOffId: string }): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('time_off').where('id', '=', timeOffId).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Uruguay's holidays between two days, both included. */
export const listHolidays = builtOnce((db, { from, to }: { from: string; to: string }) =>
  db
    .selectFrom('holidays')
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .select(['date', 'name', 'is_paid as isPaid']),
)

type ClosingDay = { date: string; reason: string }

/**
 * Closes the centre on these days: triggers add the absence of each active professional, also of those who are added later. A
 * holiday takes over a day that another closing covers, so that it stays closed when that one is removed.
 */
export async function insertClosingDays(
  tx: Tx,
  {
    centerId,
    days,
    areHolidays,
    now,
  }: { centerId: string; days: readonly ClosingDay[]; areHolidays: boolean; now: Date },
): Promise<void> {
  if (days.length === 0) return
  await tx
    .insertInto('closing_days')
    .values(days.map(({ date, reason }) => ({ center_id: centerId, date, reason, created_at: now })))
    .onConflict((conflict) => {
      const known = conflict.columns(['center_id', 'date'])
      if (!areHolidays) return known.doNothing()
      return known
        .doUpdateSet(({ ref }) => ({ reason: ref('excluded.reason'), created_at: ref('excluded.created_at') }))
        .whereRef('closing_days.reason', '<>', 'excluded.reason')
    })
    .execute()
}

/**
 * Gives a professional the absences of the closing days that only a longer absence covers, such as a holiday in their vacation. Before
 * that absence is removed, so that they don't work on a day on which the centre is closed. The days that the same closing as the
 * absence closed, with its reason and moment, go with it.
 */
export async function keepClosingDays(
  tx: Tx,
  { timeOffId, centerId, now }: { timeOffId: string; centerId: string; now: Date },
): Promise<void> {
  await sql`
    insert into time_off (id, professional_id, during, reason, created_at)
    select gen_random_uuid(), removed.professional_id, span_of_day(date), closing_days.reason, ${now}
    from time_off removed join closing_days on center_id = ${centerId}
      and removed.during @> span_of_day(date) and removed.during <> span_of_day(date)
      and (closing_days.reason, closing_days.created_at) <> (removed.reason, removed.created_at)
    where removed.id = ${timeOffId} and not exists (
      select from time_off other where other.professional_id = removed.professional_id and other.id <> removed.id
        and other.during @> span_of_day(date))`.execute(tx)
}

/** A closing day ends once no active professional of the centre has it off any more. */
export async function deleteOpenedDays(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  await sql`
    delete from closing_days where center_id = ${centerId} and not exists (
      select from time_off join professionals on professionals.id = time_off.professional_id
      where professionals.center_id = ${centerId} and professionals.is_active
        and time_off.during @> span_of_day(closing_days.date))`.execute(tx)
}
