import { type RawBuilder, sql } from 'kysely'
import { zone } from '#contract/calendar.ts'
import { dayMs, localDay, type Span, type WeeklyInterval } from '#server/platform/local-time.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'
import { packRows, typedText, unpackRows } from '#server/platform/postgres/packed-rows.ts'
import type { CancellationRule } from '../rules/lifecycle.ts'
import { offeredRule } from './cancellation-rule.ts'
import { type DepositOffer, offeredDeposit } from './deposits.ts'
import { anyOffer, conditionsOrNull, type OfferNeed, type OfferNeedValues, offerNeedValues } from './offer-need.ts'
import { range } from './range.ts'
import type { Timetable } from './timetables.ts'

export type Offer = {
  serviceId: string
  professionalId: string
  centerId: string
  priceCents: number
  durationMinutes: number
  confirmsManually: boolean
  /** How patients can book it: without the professional's room, not by video call. */
  modalities: string[]
}

export type OfferWithRule = Offer & CancellationRule

/** The service of a hold, if it can be booked, locked so that its centre cannot close before the transaction ends. */
export async function findOfferOfHold(
  tx: Tx,
  { appointmentId, now }: { appointmentId: string; now: Date },
): Promise<Offer | undefined> {
  const [offer] = await offerOfHold(tx, { appointmentId, today: dayOf(now) })
  return offer
}

const offerOfHold = builtOnce((tx, { appointmentId, today }: { appointmentId: string; today: string }) =>
  bookableServices(tx, { today })
    .where('services.id', '=', sql<string>`(select service_id from appointments where id = ${appointmentId})`)
    .forShare('professionals'),
)

/** The service of an appointment that is moved, also while its centre takes no new bookings; locked like findOfferOfHold(). */
export async function findOfferToMove(tx: Tx, { serviceId }: { serviceId: string }): Promise<Offer | undefined> {
  return publicServices(tx).where('services.id', '=', serviceId).forShare('professionals').executeTakeFirst()
}

/**
 * A service that can be booked, without a lock: the transaction has called lockHours(). It also reads the professional's
 * hours and time off around `startsAt`.
 */
export async function findOfferAt(
  tx: Tx,
  { serviceId, startsAt, now }: { serviceId: string; startsAt: Date; now: Date },
): Promise<(OfferWithRule & DepositOffer & Pick<Timetable, 'hours'> & { isOff: boolean }) | undefined> {
  const [offer] = await offerAt(tx, { serviceId, startsAt, today: dayOf(now) })
  return offer
}

const offerAt = builtOnce((tx, { serviceId, startsAt, today }: { serviceId: string; startsAt: Date; today: string }) =>
  bookableServices(tx, { today })
    .where('services.id', '=', serviceId)
    .select(offeredDeposit)
    .$narrowType<DepositOffer>()
    .select([
      hoursOf('services.professional_id').as('hours'),
      isOffIn(
        'services.professional_id',
        sql`tstzrange(${startsAt}, ${startsAt}::timestamptz + make_interval(mins => services.duration_minutes))`,
      ).as('isOff'),
    ]),
)

/** A service of the centre. The desk can book it even when patients cannot. */
export function findCenterService(
  db: Db | Tx,
  { centerId, serviceId, now }: { centerId: string; serviceId: string; now: Date },
) {
  return centerServices(db, { centerId, now }).where('services.id', '=', serviceId).executeTakeFirst()
}

/** Those of these services that are of the centre, as findCenterService() finds each. */
export function listCenterServices(
  db: Db | Tx,
  { centerId, serviceIds, now }: { centerId: string; serviceIds: readonly string[]; now: Date },
) {
  return centerServices(db, { centerId, now }).where('services.id', '=', anyOf(serviceIds)).execute()
}

function centerServices(db: Db | Tx, { centerId, now }: { centerId: string; now: Date }) {
  return db
    .selectFrom('services')
    .innerJoin('professionals', 'professionals.id', 'services.professional_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'services.center_id')
    .where('services.center_id', '=', centerId)
    .select([
      'services.id as serviceId',
      'services.professional_id as professionalId',
      'services.center_id as centerId',
      'services.service_type as serviceType',
      'services.name',
      'services.price as priceCents',
      'services.duration_minutes as durationMinutes',
      'services.is_active as isOffered',
      'professionals.is_active as isWorking',
      'professionals.modalities',
      ...offeredRule,
    ])
    .select(isLicensed({ today: dayOf(now) }).as('takesBookings'))
    .select(
      sql<boolean>`coalesce(services.price_changed_at <= ${new Date(now.getTime() - dayMs)}, true)`.as(
        'isPriceADayOld',
      ),
    )
}
export type CenterService = NonNullable<Awaited<ReturnType<typeof findCenterService>>>

export async function findWorkingTime(tx: Db | Tx, { professionalId, ...span }: Span & { professionalId: string }) {
  return tx
    .selectFrom('professionals')
    .where('id', '=', professionalId)
    .select([hoursOf('professionals.id').as('hours'), isOffIn('professionals.id', range(span)).as('isOff')])
    .executeTakeFirstOrThrow()
}

type ProfessionalColumn = 'professionals.id' | 'services.professional_id'

export function hoursOf(professionalId: ProfessionalColumn) {
  return sql<WeeklyInterval[]>`(
    select coalesce(json_agg(hours), '[]') from (
      select weekday, start_minute as "startMinute", end_minute as "endMinute" from weekly_hours
      where weekly_hours.professional_id = ${sql.ref(professionalId)} order by weekday, start_minute) hours)`
}

function isOffIn(professionalId: ProfessionalColumn, during: RawBuilder<unknown>) {
  return sql<boolean>`exists (
    select from time_off where time_off.professional_id = ${sql.ref(professionalId)} and time_off.during && ${during})`
}

/**
 * The services among `serviceIds` that belong to the centre and can be booked now. `isMove`: for an appointment that is
 * moved, as for findOfferToMove().
 */
export function listOffers(
  db: Db | Tx,
  input: { centerId: string; serviceIds: readonly string[]; isMove?: boolean; now: Date },
): Promise<Offer[]> {
  const { centerId, serviceIds, isMove, now } = input
  return (isMove ? publicServices(db) : bookableServices(db, { today: dayOf(now) }))
    .where('services.center_id', '=', centerId)
    .where('services.id', '=', anyOf(serviceIds))
    .orderBy('services.price')
    .orderBy('services.id')
    .execute()
}

/** A service as a search compares it with what the visitor needs. `specialties`: the professional's, one per line. */
export type CatalogOffer = Omit<Offer, 'modalities'> & {
  serviceType: string
  name: string
  professionalName: string
  specialties: string
}

type Catalog = {
  centerIds: readonly string[]
  need?: OfferNeed | undefined
  /** Only of professionals who work on one of these days of the week. */
  weekdays?: readonly number[] | undefined
  now: Date
}

/**
 * The bookable services of the centres. A search for today reads those of every match, so it selects few columns and packs the
 * rows (docs/decisions/0131).
 */
export async function listCatalog(db: Db | Tx, { centerIds, need, weekdays, now }: Catalog): Promise<CatalogOffer[]> {
  const [packed] = await catalog(db, {
    centerIds,
    ...offerNeedValues(need ?? anyOffer),
    weekdays: weekdays ?? null,
    today: dayOf(now),
  })
  return unpackRows(packed?.rows ?? null).map(readCatalogOffer)
}

function readCatalogOffer([
  serviceId = '',
  professionalId = '',
  centerId = '',
  priceCents,
  durationMinutes,
  confirmsManually,
  serviceType = '',
  name = '',
  professionalName = '',
  specialties = '',
]: string[]): CatalogOffer {
  return {
    serviceId,
    professionalId,
    centerId,
    priceCents: Number(priceCents),
    durationMinutes: Number(durationMinutes),
    confirmsManually: confirmsManually === 't',
    serviceType,
    name,
    professionalName,
    specialties,
  }
}

/** readCatalogOffer() reads them in this order. A missing column does not compile. */
const catalogColumns = {
  serviceId: sql`"serviceId"`,
  professionalId: sql`"professionalId"`,
  centerId: sql`"centerId"`,
  priceCents: sql`"priceCents"`,
  durationMinutes: sql`"durationMinutes"`,
  confirmsManually: sql`"confirmsManually"`,
  serviceType: sql`"serviceType"`,
  name: typedText(sql`name`),
  professionalName: typedText(sql`"professionalName"`),
  specialties: typedText(sql`specialties`),
} satisfies Record<keyof CatalogOffer, RawBuilder<unknown>>

type CatalogValues = OfferNeedValues & {
  centerIds: readonly string[]
  weekdays: readonly number[] | null
  today: string
}

const catalog = builtOnce((db, values: CatalogValues) => {
  const { centerIds, weekdays, today } = values
  const offers = offeredServices(db)
    .where(isLicensed({ today }))
    .where(hasOfferedModality)
    .where('services.center_id', '=', anyOf(centerIds))
    .where(conditionsOrNull(values))
    .where(
      sql<boolean>`(${weekdays}::int[] is null or exists (select from weekly_hours
        where weekly_hours.professional_id = professionals.id and weekday = any(${weekdays})))`,
    )
    .select(offerColumns)
    .select([
      'services.service_type as serviceType',
      'services.name',
      'professionals.full_name as professionalName',
      sql<string>`array_to_string(professionals.specialties, E'\n')`.as('specialties'),
    ])
    .orderBy('services.id')
  return db
    .selectFrom(offers.as('offers'))
    .select(sql<string | null>`${packRows(Object.values(catalogColumns))}`.as('rows'))
})

/**
 * A centre without the licence that its practice needs takes no new bookings from the first day without it, and a professional
 * who only attends by video call takes none without a room.
 */
export function bookableServices(db: Db | Tx, { today }: { today: string }) {
  return publicServices(db).where(isLicensed({ today })).where(hasOfferedModality)
}

const hasOfferedModality = sql<boolean>`professionals.offered_modalities <> '{}'`

/** The day of an instant, which decides whether a licence has lapsed. */
export const dayOf = (instant: Date) => localDay({ instant, zone })

/** A regulated service that still lacks its licence is not among the services of its centre. */
function isLicensed({ today }: { today: string }) {
  return sql<boolean>`(not license_lapsed(center_profiles.id, center_profiles.services, ${today}::date)
    and services.service_type = any(center_profiles.services))`
}

function publicServices(db: Db | Tx) {
  return offeredServices(db).select(offerColumns).select('professionals.offered_modalities as modalities')
}

const offerColumns = [
  'services.id as serviceId',
  'services.professional_id as professionalId',
  'services.center_id as centerId',
  'services.price as priceCents',
  'services.duration_minutes as durationMinutes',
  'center_profiles.confirms_manually as confirmsManually',
  ...offeredRule,
] as const

function offeredServices(db: Db | Tx) {
  return db
    .selectFrom('services')
    .innerJoin('professionals', 'professionals.id', 'services.professional_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'services.center_id')
    .where('services.is_active', '=', sql.lit(true))
    .where('professionals.is_active', '=', sql.lit(true))
    .where('center_profiles.is_public', '=', sql.lit(true))
    .where('center_profiles.approved_at', 'is not', null)
}
