import { type RawBuilder, sql } from 'kysely'
import { occupyingStatuses } from '#contract/appointments.ts'
import { dayMs, type LocalDay } from '#server/platform/local-time.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf, literals, noneOf } from '#server/platform/postgres/lists.ts'
import type { StartMask } from '../rules/start-masks.ts'
import { bookableServices, dayOf, type OfferWithRule } from './free-times.ts'

type StartsQuery = {
  serviceIds: readonly string[]
  /** The days are consecutive, and have 24 hours each. */
  days: readonly LocalDay[]
  now: Date
  /** The holder's own hold does not count as booked. */
  exceptHolders?: readonly string[]
}

/**
 * The free starts of each service, day by day: its weekly starts, without those at which it would overlap an appointment, a
 * live hold or time off. Inactive services are absent.
 */
export async function listFreeStarts(
  db: Db | Tx,
  { serviceIds, ...query }: StartsQuery,
): Promise<Map<string, StartMask[]>> {
  if (serviceIds.length === 0) return new Map()
  const rows = await startsOfServices(db, { serviceIds, ...valuesOf(query) })
  return new Map(rows.map(({ serviceId, starts }) => [serviceId, readMasks(starts)]))
}

const startsOfServices = builtOnce((db, values: DayValues & { serviceIds: readonly string[] }) =>
  db
    .selectFrom('services')
    .select(['id as serviceId', freeStartsOf(values).as('starts')])
    .where('id', '=', anyOf(values.serviceIds))
    .where('weekly_starts', 'is not', null),
)

/** Like listOffers() for services that can be booked now, each with its free starts, day by day. */
export async function listOffersWithStarts(
  db: Db | Tx,
  { centerId, serviceIds, ...query }: StartsQuery & { centerId: string },
): Promise<(OfferWithRule & { starts: StartMask[] })[]> {
  const rows = await offersWithStarts(db, { centerId, serviceIds, today: dayOf(query.now), ...valuesOf(query) })
  return rows.map((row) => ({ ...row, starts: readMasks(row.starts) }))
}

/** The services among these that can be booked now, at any centre, each with its free starts, day by day. */
export async function listBookableStarts(
  db: Db | Tx,
  { serviceIds, ...query }: StartsQuery,
): Promise<Map<string, OfferWithRule & { starts: StartMask[] }>> {
  if (serviceIds.length === 0) return new Map()
  const rows = await bookableStarts(db, { serviceIds, today: dayOf(query.now), ...valuesOf(query) })
  return new Map(rows.map((row) => [row.serviceId, { ...row, starts: readMasks(row.starts) }]))
}

const bookableStarts = builtOnce((db, values: Omit<OfferQuery, 'centerId'>) =>
  bookableServices(db, values)
    .where('services.id', '=', anyOf(values.serviceIds))
    .select(freeStartsOf(values).as('starts')),
)

type OfferQuery = DayValues & { centerId: string; serviceIds: readonly string[]; today: string }

const offersWithStarts = builtOnce((db, values: OfferQuery) =>
  bookableServices(db, values)
    .where('services.center_id', '=', values.centerId)
    .where('services.id', '=', anyOf(values.serviceIds))
    .select(freeStartsOf(values).as('starts'))
    .orderBy('services.price')
    .orderBy('services.id'),
)

const readMasks = (starts: string): StartMask[] => starts.split(',').map(Number)

type DayValues = {
  midnight: Date
  end: Date
  weekday: number
  count: number
  now: Date
  exceptHolders: readonly string[]
}

function valuesOf({ days, now, exceptHolders = [] }: Omit<StartsQuery, 'serviceIds'>): DayValues {
  const [first] = days
  const midnight = new Date(first?.instantAt(0) ?? 0)
  const end = new Date(midnight.getTime() + days.length * dayMs)
  return { midnight, end, weekday: first?.weekday ?? 1, count: days.length, now, exceptHolders }
}

/** The masks of the days, separated by commas; refers to the query `services`. */
function freeStartsOf(values: DayValues): RawBuilder<string> {
  const { midnight, end, now, exceptHolders } = values
  const weekday = sql`${values.weekday}::integer`
  const last = sql`${values.count}::integer - 1`
  const busy = sql`
    select ${firstBlocked(sql`starts_at`, sql`${midnight}`)} as first, ${lastBlocked(sql`ends_at`, sql`${midnight}`)} as last
    from appointments where ${isBooked({ now, exceptHolders })}
      and starts_at > ${midnight}::timestamptz - interval '1 day' and starts_at < ${end}
    union all
    select ${firstBlocked(sql`lower(during)`, sql`${midnight}`)}, ${lastBlocked(sql`upper(during)`, sql`${midnight}`)}
    from time_off where professional_id = services.professional_id and during && tstzrange(${midnight}, ${end})`
  return sql<string>`(
    select string_agg((services.weekly_starts[(${weekday} - 1 + day) % 7 + 1] & ~coalesce(blocked, 0))::text, ',' order by day)
    from generate_series(0, ${last}) as day
    left join (
      select day, bit_or(half_hours(first - 48 * day, last - 48 * day)) as blocked
      from (
        select first, last, generate_series(greatest(first, 0) / 48, least(last / 48, ${last})) as day
        from (${busy}) as busy) as blocked_on
      group by day) as blocked_days using (day))`
}

/** One day of a search, with the starts that it allows. `manually`: at centres that confirm by hand, which need more notice. */
export type AllowedDay = { day: LocalDay; atOnce: StartMask; manually: StartMask }

/**
 * Whether a service of the query `services` has a free start on one of the days. It refers to `confirms_manually` of the
 * surrounding query, too.
 */
export function hasFreeStart({ days, now }: { days: readonly AllowedDay[]; now: Date }): RawBuilder<boolean> {
  const [only, ...others] = days
  if (!only) return sql<boolean>`false`
  if (others.length === 0) {
    const [midnight, weekday] = [sql`${midnightOf(only)}::timestamptz`, sql`${only.day.weekday}::integer`]
    return isFreeOn({
      midnight,
      weekday,
      atOnce: sql`${only.atOnce}::bigint`,
      manually: sql`${only.manually}::bigint`,
      now,
    })
  }
  const isFree = isFreeOn({
    midnight: sql`midnight`,
    weekday: sql`weekday`,
    atOnce: sql`at_once`,
    manually: sql`manually`,
    now,
  })
  return sql<boolean>`coalesce((
    select true
    from unnest(${days.map(midnightOf)}::timestamptz[], ${days.map(({ day }) => day.weekday)}::integer[],
        ${days.map(({ atOnce }) => atOnce)}::bigint[], ${days.map(({ manually }) => manually)}::bigint[])
      as days (midnight, weekday, at_once, manually)
    where ${isFree} limit 1), false)`
}

const midnightOf = ({ day }: AllowedDay) => new Date(day.instantAt(0))

type FreeOn = Record<'midnight' | 'weekday' | 'atOnce' | 'manually', RawBuilder<unknown>> & { now: Date }

function isFreeOn({ midnight, weekday, atOnce, manually, now }: FreeOn): RawBuilder<boolean> {
  const end = sql`${midnight} + interval '1 day'`
  const blocked = sql`
    coalesce((
      select bit_or(half_hours(${firstBlocked(sql`starts_at`, midnight)}, ${lastBlocked(sql`ends_at`, midnight)}))
      from appointments where ${isBooked({ now, exceptHolders: [] })}
        and starts_at > ${midnight} - interval '1 day' and starts_at < ${end}), 0)
    | coalesce((
      select bit_or(half_hours(${firstBlocked(sql`lower(during)`, midnight)}, ${lastBlocked(sql`upper(during)`, midnight)}))
      from time_off where professional_id = services.professional_id and during && tstzrange(${midnight}, ${end})), 0)`
  const open = sql`weekly_starts[${weekday}] & case when confirms_manually then ${manually} else ${atOnce} end`
  // For a service without a start on that day, the appointments are not read.
  return sql<boolean>`case when ${open} = 0 then false else ${open} & ~(${blocked}) <> 0 end`
}

function isBooked({ now, exceptHolders }: { now: Date; exceptHolders: readonly string[] }) {
  return sql`appointments.professional_id = services.professional_id and status in ${literals(occupyingStatuses)}
    and (status <> 'held' or hold_expires_at > ${now} and holder_key <> ${noneOf(exceptHolders)})`
}

/** The first half hour at which the service would end after the busy time begins; from there on, it is blocked. */
function firstBlocked(startsAt: RawBuilder<unknown>, midnight: RawBuilder<unknown>) {
  return sql`floor((date_part('epoch', ${startsAt} - ${midnight}::timestamptz) / 60 - services.duration_minutes) / 30)::integer + 1`
}

/** The last half hour that begins before the busy time ends. */
function lastBlocked(endsAt: RawBuilder<unknown>, midnight: RawBuilder<unknown>) {
  return sql`ceil(date_part('epoch', ${endsAt} - ${midnight}::timestamptz) / 1800)::integer - 1`
}

export async function countStaleWeeklyStarts(db: Db | Tx): Promise<{ stale: number; services: number }> {
  const { rows } = await sql<{ stale: number; services: number }>`
    select (select count(*) from stale_weekly_starts()) as stale, (select count(*) from services) as services`.execute(
    db,
  )
  return rows[0] ?? { stale: 0, services: 0 }
}
