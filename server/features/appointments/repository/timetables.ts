import { sql } from 'kysely'
import { occupyingStatuses } from '#contract/appointments.ts'
import type { Span, WeeklyInterval } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf, literals, noneOf } from '#server/platform/postgres/lists.ts'
import { range } from './range.ts'

export type Timetable = { hours: WeeklyInterval[]; timeOff: Span[]; booked: Span[] }

type TimetableQuery = Span & {
  professionalIds: readonly string[]
  now: Date
  /** The holder's own hold and the appointment that is being moved do not count as booked. */
  exceptHolders?: readonly string[]
  exceptAppointment?: string
  /** Others that are moved with it. */
  alsoMoving?: readonly string[]
}

/** Working hours, time off and booked time, by professional. Expired holds do not count as booked. */
export async function listTimetables(db: Db | Tx, query: TimetableQuery): Promise<Map<string, Timetable>> {
  const { professionalIds, now, exceptHolders = [], exceptAppointment, alsoMoving = [] } = query
  if (professionalIds.length === 0) return new Map()
  const hours = db
    .selectFrom('weekly_hours')
    .select(['professional_id as professionalId', 'weekday', 'start_minute as startMinute', 'end_minute as endMinute'])
    .where('professional_id', '=', anyOf(professionalIds))
    .execute()
  const timeOff = db
    .selectFrom('time_off')
    .select([
      'professional_id as professionalId',
      sql<Date>`lower(during)`.as('startsAt'),
      sql<Date>`upper(during)`.as('endsAt'),
    ])
    .where('professional_id', '=', anyOf(professionalIds))
    .where(sql<boolean>`during && ${range(query)}`)
    .execute()
  const booked = db
    .selectFrom('appointments')
    .select(['professional_id as professionalId', sql<Date>`starts_at`.as('startsAt'), sql<Date>`ends_at`.as('endsAt')])
    .where('professional_id', '=', anyOf(professionalIds))
    .where('status', 'in', literals(occupyingStatuses))
    .where(sql<boolean>`during && ${range(query)}`)
    .where((eb) => eb.or([eb('status', '!=', sql.lit('held')), eb('hold_expires_at', '>', now)]))
    .$if(exceptHolders.length > 0, (qb) =>
      qb.where((eb) => eb.or([eb('status', '!=', sql.lit('held')), eb('holder_key', '!=', noneOf(exceptHolders))])),
    )
    .where('id', 'is distinct from', exceptAppointment ?? null)
    .$if(alsoMoving.length > 0, (qb) => qb.where('id', '!=', noneOf(alsoMoving)))
    .execute()
  const [hourRows, timeOffRows, bookedRows] = await Promise.all([hours, timeOff, booked])
  const hoursById = Map.groupBy(hourRows, idOf)
  const timeOffById = Map.groupBy(timeOffRows, idOf)
  const bookedById = Map.groupBy(bookedRows, idOf)
  return new Map(
    professionalIds.map((id) => [
      id,
      { hours: hoursById.get(id) ?? [], timeOff: timeOffById.get(id) ?? [], booked: bookedById.get(id) ?? [] },
    ]),
  )
}

const idOf = ({ professionalId }: { professionalId: string }) => professionalId

export async function requireTimetable(
  db: Db | Tx,
  { professionalId, ...query }: Omit<TimetableQuery, 'professionalIds'> & { professionalId: string },
): Promise<Timetable> {
  const timetables = await listTimetables(db, { ...query, professionalIds: [professionalId] })
  return timetables.get(professionalId) ?? { hours: [], timeOff: [], booked: [] }
}
