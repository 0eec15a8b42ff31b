import { sql } from 'kysely'
import type { AgeGroup } from '#contract/attended.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import type { Modality } from '../centers.types.ts'
import { editable } from './service-columns.ts'

export async function listPublicTeam(db: Db, { centerId }: { centerId: string }) {
  return db
    .selectFrom('professionals')
    .where('center_id', '=', centerId)
    .where('is_active', '=', sql.lit(true))
    .orderBy('created_at')
    .orderBy('id')
    .select([
      'id',
      'full_name as name',
      'title',
      'specialties',
      'registration_number as registrationNumber',
      'bio',
      'photo_url as photoUrl',
      'rating',
      'total_reviews as totalReviews',
    ])
    .select((eb) => [
      eb.ref('offered_modalities').$castTo<Modality[]>().as('modalities'),
      eb.ref('ages').$castTo<AgeGroup[]>().as('ages'),
    ])
    .execute()
}

/** Without those that can take place only by video call, of a professional without a room, and those that still lack their licence. */
export async function listServices(db: Db, { centerId }: { centerId: string }) {
  return db
    .selectFrom('services')
    .where('center_id', '=', centerId)
    .where('is_active', '=', sql.lit(true))
    .where(
      sql<boolean>`(select offered_modalities <> '{}' from professionals where professionals.id = services.professional_id)`,
    )
    .where(sql<boolean>`service_type = any(array(select unnest(services) from center_profiles where id = ${centerId}))`)
    .orderBy('price')
    .orderBy('id')
    .select(editable.selection)
    .select(['id', 'professional_id as professionalId'])
    .select((eb) => eb.ref('currency').$castTo<'UYU'>().as('currency'))
    .execute()
}

export async function listHours(db: Db, { centerId }: { centerId: string }) {
  return db
    .selectFrom('weekly_hours')
    .innerJoin('professionals', 'professionals.id', 'weekly_hours.professional_id')
    .where('professionals.center_id', '=', centerId)
    .where('professionals.is_active', '=', sql.lit(true))
    .select(['weekday', 'start_minute as startMinute', 'end_minute as endMinute'])
    .execute()
}

export async function listUnregulated(db: Db, { centerId }: { centerId: string }) {
  const rows = await db
    .selectFrom('service_types')
    .where(sql<boolean>`slug = any(array(select unnest(services) from center_profiles where id = ${centerId}))`)
    .where('regulated', '=', sql.lit(false))
    .orderBy('position')
    .select((eb) => eb.ref('slug').$castTo<ServiceSlug>().as('slug'))
    .execute()
  return rows.map((row) => row.slug)
}
