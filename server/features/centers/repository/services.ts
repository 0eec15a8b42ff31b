import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { NewService, ServiceEdit } from '../centers.types.ts'
import { editable, pricedColumns } from './service-columns.ts'

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
      ...pricedColumns(service),
      created_at: now,
    })
    .execute()
}

/** How many services the professional and the centre have, with those that are not offered any more. */
export async function countServices(
  tx: Tx,
  { centerId, professionalId }: { centerId: string; professionalId: string },
): Promise<{ ofProfessional: number; ofCenter: number }> {
  return tx
    .selectFrom('services')
    .where('center_id', '=', centerId)
    .select((eb) => [
      eb.fn.countAll<number>().as('ofCenter'),
      eb.fn.countAll<number>().filterWhere('professional_id', '=', professionalId).as('ofProfessional'),
    ])
    .executeTakeFirstOrThrow()
}

export async function listAllOfCenter(db: Db | Tx, { centerId }: { centerId: string }) {
  return db
    .selectFrom('services')
    .innerJoin('professionals', 'professionals.id', 'services.professional_id')
    .where('services.center_id', '=', centerId)
    .orderBy('services.created_at')
    .orderBy('services.id')
    .select(editable.selection)
    .select([
      'services.id',
      'professionals.full_name as professionalName',
      'services.currency',
      'services.created_at as createdAt',
    ])
    .execute()
}

/** Whether an account at the gateway receives the centre's online payments. */
export async function hasPaymentAccount(db: Db | Tx, { centerId }: { centerId: string }): Promise<boolean> {
  const center = await db
    .selectFrom('center_profiles')
    .where('id', '=', centerId)
    .select('has_payment_account as has')
    .executeTakeFirst()
  return center?.has ?? false
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
    .select(editable.selection)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateService(
  tx: Tx,
  { edit, serviceId, centerId, now }: { centerId: string; serviceId: string; edit: ServiceEdit; now: Date },
): Promise<void> {
  await tx
    .updateTable('services')
    .set(editable.values(edit))
    .set({
      price_changed_at: sql`case when price = ${edit.priceCents} then price_changed_at else ${now}::timestamptz end`,
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
    .select(editable.selection)
    .select(['id', 'professional_id as professionalId'])
    .select((eb) => eb.ref('currency').$castTo<'UYU'>().as('currency'))
    .execute()
}

export const versionOfService = editable.version

/** Recomputes the stored starts of the services whose masks disagree with the hours. @returns how many disagreed */
export async function repairWeeklyStarts(db: Db | Tx): Promise<number> {
  const { rows } = await sql`
    update services set weekly_starts = null where id in (select service_id from stale_weekly_starts())
    returning id`.execute(db)
  return rows.length
}
