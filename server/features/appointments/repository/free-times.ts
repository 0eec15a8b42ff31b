import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { occupyingStatuses } from '#contract/appointments.ts'
import { zone } from '#contract/calendar.ts'
import { localDay, type Span, type WeeklyInterval } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { range } from './range.ts'

export type Offer = {
  serviceId: string
  professionalId: string
  centerId: string
  priceCents: number
  durationMinutes: number
  confirmsManually: boolean
  modalities: string[]
}

/** Until the transaction ends nobody changes this service's professional's hours. What is read afterwards is what holds. */
export async function lockHours(tx: Tx, { serviceId }: { serviceId: string }): Promise<void> {
  await sql`select from professionals where id = (select professional_id from services where id = ${serviceId}) for share`.execute(
    tx,
  )
}

/**
 * A service that can be booked now, and until the transaction ends: a centre that closes waits for it. `booked`: something
 * that stands already, which may also be moved while its centre takes no new bookings.
 */
export function findOffer(
  tx: Tx,
  input: { serviceId: string; booked?: boolean; now: Date },
): Promise<Offer | undefined> {
  const { serviceId, booked } = input
  return (booked ? publicServices(tx) : bookableServices(tx, input))
    .where('services.id', '=', serviceId)
    .forShare('professionals')
    .executeTakeFirst()
}

/** As findOffer(), with the professional's hours and the time off around `startsAt`: one question while others wait. */
export function findOfferAt(
  tx: Tx,
  { serviceId, startsAt, now }: { serviceId: string; startsAt: Date; now: Date },
): Promise<(Offer & Pick<Timetable, 'hours'> & { isOff: boolean }) | undefined> {
  return bookableServices(tx, { now })
    .where('services.id', '=', serviceId)
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('weekly_hours')
          .whereRef('weekly_hours.professional_id', '=', 'services.professional_id')
          .select(['weekday', 'start_minute as startMinute', 'end_minute as endMinute']),
      ).as('hours'),
      eb
        .exists(
          eb
            .selectFrom('time_off')
            .select('time_off.id')
            .whereRef('time_off.professional_id', '=', 'services.professional_id')
            .where(
              sql<boolean>`time_off.during && tstzrange(${startsAt}, ${startsAt}::timestamptz + make_interval(mins => services.duration_minutes))`,
            ),
        )
        .$castTo<boolean>()
        .as('isOff'),
    ])
    .executeTakeFirst()
}

/** The services among `serviceIds` that belong to the centre and can be booked now. `booked`: as for findOffer(). */
export function listOffers(
  db: Db | Tx,
  input: { centerId: string; serviceIds: readonly string[]; booked?: boolean; now: Date },
): Promise<Offer[]> {
  const { centerId, serviceIds, booked } = input
  return (booked ? publicServices(db) : bookableServices(db, input))
    .where('services.center_id', '=', centerId)
    .where('services.id', 'in', serviceIds)
    .orderBy('services.price')
    .orderBy('services.id')
    .execute()
}

/** Of each of the centres' professionals, the cheapest bookable service (among those types, where types are given). */
export function listFirstOffers(
  db: Db,
  input: { centerIds: readonly string[]; serviceTypes?: readonly string[] | undefined; now: Date },
): Promise<Offer[]> {
  const { centerIds, serviceTypes } = input
  const offers = bookableServices(db, input)
    .distinctOn('services.professional_id')
    .where('services.center_id', 'in', centerIds)
    .orderBy('services.professional_id')
    .orderBy('services.price')
    .orderBy('services.id')
  return serviceTypes === undefined
    ? offers.execute()
    : offers.where('services.service_type', 'in', serviceTypes).execute()
}

/** From the first day without the licence that the practice needs, nothing new is booked. */
function bookableServices(db: Db | Tx, { now }: { now: Date }) {
  const today = localDay({ instant: now, zone })
  return publicServices(db).where(
    sql<boolean>`not license_lapsed(center_profiles.id, center_profiles.services, ${today}::date)`,
  )
}

function publicServices(db: Db | Tx) {
  return db
    .selectFrom('services')
    .innerJoin('professionals', 'professionals.id', 'services.professional_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'services.center_id')
    .where('services.is_active', '=', true)
    .where('professionals.is_active', '=', true)
    .where('center_profiles.is_public', '=', true)
    .where('center_profiles.approved_at', 'is not', null)
    .select([
      'services.id as serviceId',
      'services.professional_id as professionalId',
      'services.center_id as centerId',
      'services.price as priceCents',
      'services.duration_minutes as durationMinutes',
      'center_profiles.confirms_manually as confirmsManually',
      'professionals.modalities',
    ])
}

export type Timetable = { hours: WeeklyInterval[]; timeOff: Span[]; booked: Span[] }

type TimetableQuery = Span & {
  professionalIds: readonly string[]
  now: Date
  /** A holder's own hold and an appointment that is being moved do not stand in their own way. */
  exceptHolders?: readonly string[]
  exceptAppointment?: string | undefined
}

/** Working hours, time off and booked time of professionals, by professional. Expired holds do not count as booked. */
export async function listTimetables(db: Db | Tx, query: TimetableQuery): Promise<Map<string, Timetable>> {
  const { professionalIds, now, exceptHolders = [], exceptAppointment } = query
  if (professionalIds.length === 0) return new Map()
  const hours = await db
    .selectFrom('weekly_hours')
    .select(['professional_id as professionalId', 'weekday', 'start_minute as startMinute', 'end_minute as endMinute'])
    .where('professional_id', 'in', professionalIds)
    .execute()
  const timeOff = await db
    .selectFrom('time_off')
    .select([
      'professional_id as professionalId',
      sql<Date>`lower(during)`.as('startsAt'),
      sql<Date>`upper(during)`.as('endsAt'),
    ])
    .where('professional_id', 'in', professionalIds)
    .where(sql<boolean>`during && ${range(query)}`)
    .execute()
  const booked = await db
    .selectFrom('appointments')
    .select(['professional_id as professionalId', sql<Date>`starts_at`.as('startsAt'), sql<Date>`ends_at`.as('endsAt')])
    .where('professional_id', 'in', professionalIds)
    .where('status', 'in', occupyingStatuses)
    .where(sql<boolean>`during && ${range(query)}`)
    .where((eb) => eb.or([eb('status', '!=', 'held'), eb('hold_expires_at', '>', now)]))
    .$if(exceptHolders.length > 0, (qb) =>
      qb.where((eb) => eb.or([eb('status', '!=', 'held'), eb('holder_key', 'not in', exceptHolders)])),
    )
    .where('id', 'is distinct from', exceptAppointment ?? null)
    .execute()
  const of = {
    hours: Map.groupBy(hours, ownerOf),
    timeOff: Map.groupBy(timeOff, ownerOf),
    booked: Map.groupBy(booked, ownerOf),
  }
  return new Map(
    professionalIds.map((id) => [
      id,
      { hours: of.hours.get(id) ?? [], timeOff: of.timeOff.get(id) ?? [], booked: of.booked.get(id) ?? [] },
    ]),
  )
}

const ownerOf = ({ professionalId }: { professionalId: string }) => professionalId

export async function requireTimetable(
  db: Db | Tx,
  { professionalId, ...query }: Omit<TimetableQuery, 'professionalIds'> & { professionalId: string },
): Promise<Timetable> {
  const timetables = await listTimetables(db, { ...query, professionalIds: [professionalId] })
  return timetables.get(professionalId) ?? { hours: [], timeOff: [], booked: [] }
}
