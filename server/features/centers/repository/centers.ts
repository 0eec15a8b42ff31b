import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import { alphabetical } from '#server/platform/postgres/alphabetical.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'
import type { DB } from '#server/platform/postgres/schema.gen.ts'
import type { CenterRow, Geocoder, NewCenter, Place } from '../centers.types.ts'
import { choosePlace } from '../rules/centers.ts'
import { editable, otherColumns } from './editable-columns.ts'
import { worksAlone } from './works-alone.ts'

const maxCounted = 1_001

/** Creates the centre of an account, which becomes its owner. The centre is not approved yet. */
export async function insertCenter(tx: Tx, { center, now }: { center: NewCenter; now: Date }): Promise<void> {
  await tx
    .insertInto('center_profiles')
    .values({
      id: center.ownerId,
      center_name: center.name,
      full_name: center.ownerName ?? '',
      email: center.email,
      phone: center.phone ?? null,
      address: center.address,
      neighborhood: center.neighborhood ?? null,
      department: center.department ?? 'Montevideo',
      description: center.description ?? '',
      specialties: [...(center.specialties ?? [])],
      modalities: [...(center.modalities ?? ['Presencial'])],
      languages: [...(center.languages ?? ['Español'])],
      covers: [...(center.covers ?? [])],
      latitude: center.coordinates?.latitude ?? null,
      longitude: center.coordinates?.longitude ?? null,
      is_pin_exact: center.coordinates !== undefined && (center.isPinExact ?? false),
      website: center.website ?? null,
      whatsapp: center.whatsapp ?? null,
      instagram: center.instagram ?? null,
      facebook: center.facebook ?? null,
      alternative_email: center.alternativeEmail ?? null,
      cover_url: center.coverUrl ?? null,
      logo_url: center.logoUrl ?? null,
      ...(center.sessionDuration === undefined ? {} : { session_duration: center.sessionDuration }),
      is_public: center.isPublic ?? false,
      confirms_manually: center.confirmsManually ?? false,
      late_refund_percent: center.lateRefundPercent ?? 50,
      cancellation_policy: center.cancellationPolicy ?? '',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await tx
    .insertInto('center_members')
    .values({ user_id: center.ownerId, center_id: center.ownerId, member_role: 'owner', created_at: now })
    .execute()
}

/** Locks the centre's row, which serialises the writers of columns that are derived from other tables. */
export async function lockCenterRow(tx: Tx, centerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('center_profiles')
    .select('id')
    .where('id', '=', centerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Hides the centre from search and booking until restoreApproval(). May be repeated. The caller has locked the centre. */
export async function withholdApproval(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<void> {
  await tx
    .updateTable('center_profiles')
    .set((eb) => ({ withheld_approval_at: eb.ref('approved_at'), approved_at: null, updated_at: now }))
    .where('id', '=', centerId)
    .where('approved_at', 'is not', null)
    .execute()
}

/** Does nothing when the approval is not withheld. The caller has locked the centre. */
export async function restoreApproval(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<void> {
  await tx
    .updateTable('center_profiles')
    .set((eb) => ({ approved_at: eb.ref('withheld_approval_at'), withheld_approval_at: null, updated_at: now }))
    .where('id', '=', centerId)
    .where('withheld_approval_at', 'is not', null)
    .execute()
}

export async function setPublic(
  db: Db | Tx,
  { isPublic, now, centerId }: { centerId: string; isPublic: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable('center_profiles')
    .set({ is_public: isPublic, updated_at: now })
    .where('id', '=', centerId)
    .executeTakeFirstOrThrow()
}

/** The centres among these that visitors see, in no order. */
export async function listVisibleCenters(
  db: Db | Tx,
  { centerIds, today }: { centerIds: readonly string[]; today: string },
): Promise<CenterRow[]> {
  if (centerIds.length === 0) return []
  return visibleCentersQuery(db, { centerIds, today })
}

const visibleCentersQuery = builtOnce((db, { centerIds, today }: { centerIds: readonly string[]; today: string }) =>
  centerRows(db, { today })
    .where('center_profiles.id', '=', anyOf(centerIds))
    .where('is_public', '=', sql.lit(true))
    .where('approved_at', 'is not', null),
)

/** Like listVisibleCenters(), for one centre. */
export async function findVisibleCenter(
  db: Db | Tx,
  { centerId, today }: { centerId: string; today: string },
): Promise<CenterRow | undefined> {
  const [row] = await visibleCentersQuery(db, { centerIds: [centerId], today })
  return row
}

/** Like findVisibleCenter(), but also for a centre that visitors cannot see. */
export async function findCenter(
  db: Db | Tx,
  { centerId, today }: { centerId: string; today: string },
): Promise<CenterRow | undefined> {
  return centerRows(db, { today }).where('center_profiles.id', '=', centerId).executeTakeFirst()
}

/** `today`: YYYY-MM-DD in Montevideo, for the expiry of licences. */
function centerRows(db: Db | Tx, { today }: { today: string }) {
  return db
    .selectFrom('center_profiles')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('services')
          .innerJoin('professionals', 'professionals.id', 'services.professional_id')
          .whereRef('services.center_id', '=', 'center_profiles.id')
          .where('services.is_active', '=', sql.lit(true))
          .where('professionals.is_active', '=', sql.lit(true))
          .where('professionals.offered_modalities', '<>', sql<string[]>`'{}'`)
          .where(sql<boolean>`services.service_type = any(center_profiles.services)`)
          .select((offer) => [offer.fn.countAll<number>().as('count'), offer.fn.min('services.price').as('price')])
          .as('offer'),
      (join) => join.onTrue(),
    )
    .select(editable.selection)
    .select([
      ...otherColumns,
      'center_profiles.id',
      'center_profiles.has_payment_account as hasPaymentAccount',
      'rating',
      'total_reviews as totalReviews',
      'offer.price as priceFromCents',
    ])
    .select((eb) => [
      eb.ref('center_profiles.services').$castTo<ServiceSlug[]>().as('services'),
      eb.fn.coalesce('offer.count', sql<number>`0`).as('servicesCount'),
      sql<boolean>`license_lapsed(center_profiles.id, center_profiles.services, ${today}::date)`.as('isLicenseLapsed'),
    ])
    .select((eb) => [
      // A centre without professionals may say how it attends.
      activeProfessionals(eb)
        .select(sql<boolean>`coalesce(bool_or(offered_modalities && '{Online,Mixta}'), true)`.as('offersOnline'))
        .$asScalar()
        .$notNull()
        .as('offersOnline'),
      jsonArrayFrom(
        activeProfessionals(eb)
          .orderBy(sql`photo_url is null`)
          .orderBy('created_at')
          .orderBy('id')
          .limit(3)
          .select(['full_name as name', 'photo_url as photoUrl']),
      ).as('team'),
      activeProfessionals(eb)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('teamSize'),
      worksAlone('center_profiles').as('worksAlone'),
    ])
}

function activeProfessionals(eb: ExpressionBuilder<DB, 'center_profiles'>) {
  return eb
    .selectFrom('professionals')
    .whereRef('professionals.center_id', '=', 'center_profiles.id')
    .where('professionals.is_active', '=', sql.lit(true))
}

/** Keeps the approval of a centre as it is until the transaction ends. @returns whether the centre is approved */
export async function lockApproval(tx: Tx, { centerId }: { centerId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('center_profiles')
    .select('approved_at')
    .where('id', '=', centerId)
    .forShare()
    .executeTakeFirst()
  return row !== undefined && row.approved_at !== null
}

export async function isVisible(db: Db | Tx, { centerId }: { centerId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('center_profiles')
    .select('id')
    .where('id', '=', centerId)
    .where('is_public', '=', sql.lit(true))
    .where('approved_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The catalogue of services, each with the number of visible centres that offer it, at most 1,001. */
export async function listServiceTypes(db: Db | Tx) {
  return db
    .selectFrom('service_types')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom(
            eb
              .selectFrom('center_profiles')
              .where('is_public', '=', sql.lit(true))
              .where('approved_at', 'is not', null)
              .where(sql<boolean>`services @> array[service_types.slug]`)
              .select('id')
              .limit(maxCounted)
              .as('offering'),
          )
          .select((count) => count.fn.countAll<number>().as('count'))
          .as('counted'),
      (join) => join.onTrue(),
    )
    .orderBy('position')
    .select(['summary', 'regulated'])
    .select((eb) => [
      // The stored catalogue has the name of the address, which in Uruguay is said otherwise.
      sql<string>`case slug when 'logopedia' then 'Fonoaudiología' else name end`.as('name'),
      eb.ref('slug').$castTo<ServiceSlug>().as('slug'),
      eb.fn.coalesce('counted.count', sql<number>`0`).as('centers'),
    ])
    .execute()
}

const placeColumns = ['slug', 'name', 'department', 'latitude', 'longitude'] as const

/** The gazetteer: Montevideo's neighbourhoods and then the cities, each in Spanish alphabetical order. */
export async function listPlaces(db: Db | Tx): Promise<Place[]> {
  return db
    .selectFrom('places')
    .select(placeColumns)
    .select((eb) => eb.ref('kind').$castTo<Place['kind']>().as('kind'))
    .orderBy((eb) => eb('kind', '=', 'neighborhood'), 'desc')
    .orderBy(alphabetical('name'))
    .execute()
}

/** A geocoder that uses the gazetteer instead of an external service. */
export function gazetteer(db: Db | Tx): Geocoder {
  return async (address) => {
    const place = choosePlace(await listPlaces(db), address)
    return place && { latitude: place.latitude, longitude: place.longitude }
  }
}
