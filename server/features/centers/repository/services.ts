import { sql } from 'kysely'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { NewService, ServiceEdit } from '../centers.types.ts'

export async function insertService(
  tx: Tx,
  { id, service, now }: { id: string; service: NewService; now: Date },
): Promise<void> {
  await tx
    .insertInto('services')
    .values({
      id,
      center_id: service.centerId,
      professional_id: service.professionalId,
      service_type: service.serviceType,
      name: service.name,
      price: service.priceCents,
      duration_minutes: service.durationMinutes,
      created_at: now,
    })
    .execute()
}

export async function listAllOfCenter(db: Db | Tx, { centerId }: { centerId: string }) {
  return db
    .selectFrom('services')
    .innerJoin('professionals', 'professionals.id', 'services.professional_id')
    .where('services.center_id', '=', centerId)
    .orderBy('services.created_at')
    .orderBy('services.id')
    .select([
      'services.id',
      'professionals.full_name as professionalName',
      'services.service_type as serviceType',
      'services.name',
      'services.price as priceCents',
      'services.currency',
      'services.duration_minutes as durationMinutes',
      'services.is_active as isActive',
      'services.created_at as createdAt',
    ])
    .execute()
}

/** @returns undefined when that centre has no such service */
export async function lockService(
  tx: Tx,
  { serviceId, centerId }: { centerId: string; serviceId: string },
): Promise<ServiceEdit | undefined> {
  return tx
    .selectFrom('services')
    .where('id', '=', serviceId)
    .where('center_id', '=', centerId)
    .select(['name', 'price as priceCents', 'duration_minutes as durationMinutes', 'is_active as isActive'])
    .select((eb) => eb.ref('service_type').$castTo<ServiceSlug>().as('serviceType'))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateService(
  tx: Tx,
  { edit, serviceId, centerId }: { centerId: string; serviceId: string; edit: ServiceEdit },
): Promise<void> {
  await tx
    .updateTable('services')
    .set({
      service_type: edit.serviceType,
      name: edit.name,
      price: edit.priceCents,
      duration_minutes: edit.durationMinutes,
      is_active: edit.isActive,
    })
    .where('id', '=', serviceId)
    .where('center_id', '=', centerId)
    .execute()
}

export async function listOfCenter(db: Db | Tx, { centerId }: { centerId: string }) {
  return db
    .selectFrom('services')
    .where('center_id', '=', centerId)
    .orderBy('is_active', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .select([
      'id',
      'professional_id as professionalId',
      'name',
      'price as priceCents',
      'duration_minutes as durationMinutes',
      'is_active as isActive',
    ])
    .select((eb) => [
      eb.ref('service_type').$castTo<ServiceSlug>().as('serviceType'),
      eb.ref('currency').$castTo<'UYU'>().as('currency'),
    ])
    .execute()
}

/** Recomputes the stored starts of the services whose masks disagree with the hours. @returns how many disagreed */
export async function repairWeeklyStarts(db: Db | Tx): Promise<number> {
  const { rows } = await sql`
    update services set weekly_starts = null where id in (select service_id from stale_weekly_starts())
    returning id`.execute(db)
  return rows.length
}
