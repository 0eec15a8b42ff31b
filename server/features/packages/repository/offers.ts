import { sql } from 'kysely'
import type { PackageOfferFields } from '#contract/packages.ts'
import { worksAlone } from '#server/features/centers/repository/works-alone.ts'
import { alphabetical } from '#server/platform/postgres/alphabetical.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OfCenter = { centerId: string }
type OfOffer = OfCenter & { offerId: string }

/** A professional who gives the sessions, with their service. */
type Giver = { id: string; name: string; serviceId: string }

export type OfferRow = Omit<PackageOfferFields, 'serviceId'> & {
  id: string
  serviceId: string | null
  serviceName: string | null
  givers: Giver[]
}

/** The services of the same type and name, of professionals who work at the centre and were chosen. */
const givers = sql<Giver[]>`coalesce((
  select json_agg(json_build_object('id', professionals.id, 'name', professionals.full_name, 'serviceId', same.id)
    order by ${alphabetical('professionals.full_name')}, same.id)
  from services same join professionals on professionals.id = same.professional_id
  where same.center_id = package_offers.center_id and same.service_type = services.service_type and same.name = services.name
    and same.is_active and professionals.is_active
    and (package_offers.professional_ids is null or professionals.id = any(package_offers.professional_ids))), '[]')`.as(
  'givers',
)

function offers(db: Db | Tx, { centerId }: OfCenter) {
  return db
    .selectFrom('package_offers')
    .leftJoin('services', 'services.id', 'package_offers.service_id')
    .where('package_offers.center_id', '=', centerId)
    .select([
      'package_offers.id',
      'package_offers.service_id as serviceId',
      'services.name as serviceName',
      'package_offers.professional_ids as professionalIds',
      'package_offers.sessions',
      'package_offers.price as priceCents',
      'package_offers.validity_days as validityDays',
      'package_offers.is_active as isActive',
      givers,
    ])
}

/** The newest last. */
export function listOffers(db: Db | Tx, { centerId }: OfCenter): Promise<OfferRow[]> {
  return offers(db, { centerId }).orderBy('package_offers.created_at').orderBy('package_offers.id').execute()
}

/** The centre of an offer, if visitors see it. */
export function findPublishedCenter(db: Db | Tx, { offerId }: { offerId: string }) {
  return db
    .selectFrom('package_offers')
    .innerJoin('center_profiles', 'center_profiles.id', 'package_offers.center_id')
    .where('package_offers.id', '=', offerId)
    .where('is_public', '=', true)
    .where('approved_at', 'is not', null)
    .select(['center_profiles.id as centerId', 'center_profiles.center_name as centerName'])
    .select(worksAlone('center_profiles').as('worksAlone'))
    .executeTakeFirst()
}

/** Whether visitors see the centre. */
export async function isPublished(db: Db, { centerId }: OfCenter): Promise<boolean> {
  const row = await db
    .selectFrom('center_profiles')
    .where('id', '=', centerId)
    .where('is_public', '=', true)
    .where('approved_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findOffer(db: Db | Tx, { centerId, offerId }: OfOffer): Promise<OfferRow | undefined> {
  return offers(db, { centerId }).where('package_offers.id', '=', offerId).executeTakeFirst()
}

/** Locks an offer against an edit until the transaction ends. */
export async function lockOffer(tx: Tx, input: OfOffer): Promise<OfferRow | undefined> {
  const { centerId, offerId } = input
  // A desk that refunds a package makes PostgreSQL check its reference to the offer: `for update` would stop it, and two could deadlock.
  await sql`select from package_offers where id = ${offerId} and center_id = ${centerId} for no key update`.execute(tx)
  return findOffer(tx, input)
}

/** Whether the centre has such a service. */
export async function hasService(tx: Tx, { centerId, serviceId }: OfCenter & { serviceId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('services')
    .where('id', '=', serviceId)
    .where('center_id', '=', centerId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether one of the services can still be booked. */
export async function isGiven(tx: Tx, { serviceIds }: { serviceIds: readonly string[] }): Promise<boolean> {
  const row = await tx
    .selectFrom('services')
    .innerJoin('professionals', 'professionals.id', 'services.professional_id')
    .where('services.id', 'in', serviceIds)
    .where('services.is_active', '=', true)
    .where('professionals.is_active', '=', true)
    .select('services.id')
    .executeTakeFirst()
  return row !== undefined
}

const columnsOf = (fields: PackageOfferFields) => ({
  service_id: fields.serviceId,
  professional_ids: fields.professionalIds,
  sessions: fields.sessions,
  price: fields.priceCents,
  validity_days: fields.validityDays,
  is_active: fields.isActive,
})

export async function insertOffer(
  tx: Tx,
  { centerId, offerId, now, ...fields }: OfOffer & PackageOfferFields & { now: Date },
): Promise<void> {
  await tx
    .insertInto('package_offers')
    .values({ id: offerId, center_id: centerId, created_at: now, ...columnsOf(fields) })
    .execute()
}

export async function updateOffer(
  tx: Tx,
  { centerId, offerId, ...fields }: OfOffer & PackageOfferFields,
): Promise<void> {
  await tx
    .updateTable('package_offers')
    .set(columnsOf(fields))
    .where('id', '=', offerId)
    .where('center_id', '=', centerId)
    .execute()
}

/** @returns whether it existed */
export async function deleteOffer(tx: Tx, { centerId, offerId }: OfOffer): Promise<boolean> {
  const row = await tx
    .deleteFrom('package_offers')
    .where('id', '=', offerId)
    .where('center_id', '=', centerId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The centre closes: it sells nothing more, and what it sold stays. */
export async function deleteOffersOf(tx: Tx, { centerId }: OfCenter): Promise<void> {
  await tx.deleteFrom('package_offers').where('center_id', '=', centerId).execute()
}
