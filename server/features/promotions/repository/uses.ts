import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { DiscountType } from '#contract/discounts.ts'
import { reservationMinutes } from '#contract/promotion-codes.ts'
import type { useStatuses } from '#contract/promotions.ts'
import { olderThan, type Position } from '#server/platform/cursor.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import { type Db, isViolationOf, type Tx } from '#server/platform/postgres/database.ts'

const useColumns = [
  'promotion_usage.id',
  'promotion_usage.status',
  'promotion_usage.order_amount as orderCents',
  'promotion_usage.discount_applied as discountCents',
  'promotion_usage.reserved_at as reservedAt',
  'promotion_usage.expires_at as expiresAt',
  'promotion_usage.ended_at as endedAt',
  'promotion_usage.appointment_id as appointmentId',
  'promotions.code',
  'promotions.name',
] as const

function selectUses(db: Db | Tx) {
  return db
    .selectFrom('promotion_usage')
    .innerJoin('promotions', 'promotions.id', 'promotion_usage.promotion_id')
    .leftJoin('center_profiles', 'center_profiles.id', 'promotions.center_id')
    .select([
      ...useColumns,
      'promotion_usage.promotion_id as promotionId',
      'promotion_usage.user_id as userId',
      'promotions.center_id as centerId',
      'center_profiles.center_name as centerName',
      'promotions.discount_type as discountType',
      'promotions.discount_value as discountValue',
      'promotions.minimum_amount as minimumCents',
      'promotions.maximum_discount as maximumCents',
    ])
    .$narrowType<{ status: (typeof useStatuses)[number]; discountType: DiscountType }>()
}

export type UseRow = InferResult<ReturnType<typeof selectUses>>[number]

type OfUse = { useId: string }

export async function findUse(db: Db | Tx, { useId }: OfUse): Promise<UseRow | undefined> {
  return selectUses(db).where('promotion_usage.id', '=', useId).executeTakeFirst()
}

/** Newest first. */
export async function listUses(
  db: Db | Tx,
  { userId, limit, after }: { userId: string; limit: number; after: Position | undefined },
): Promise<UseRow[]> {
  return selectUses(db)
    .where('promotion_usage.user_id', '=', userId)
    .where(olderThan({ at: 'promotion_usage.reserved_at', id: 'promotion_usage.id', after }))
    .orderBy('promotion_usage.reserved_at', 'desc')
    .orderBy('promotion_usage.id')
    .limit(limit)
    .execute()
}

type NewUse = {
  id: string
  userId: string
  promotionId: string
  /** A number that no reserved or consumed use of this promotion by this user has. */
  slot: number
  orderCents: number
  discountCents: number
  now: Date
  expiresAt: Date
}

const isVerified = (userId: string) =>
  sql<boolean>`exists (select from users where id = ${userId} and email_verified_at is not null)`

/** Whether the patient has an unpaid appointment, or a time held for its deposit, in which the promotion is valid. Senda pays only for bookings of patients. */
const hasAppointment = ({ userId, promotionId }: Pick<NewUse, 'userId' | 'promotionId'>) =>
  supports({ userId: sql`${userId}`, promotionId: sql`${promotionId}` })

type Support = Record<'userId' | 'promotionId', RawBuilder<unknown>> & { except?: readonly string[] }

const supports = ({ userId, promotionId, except = [] }: Support) => sql<boolean>`exists (
  select from appointments join promotions on promotions.id = ${promotionId}
  where patient_id = ${userId} and appointments.status in ('held', 'pending', 'confirmed', 'completed')
    and appointments.id <> all (${[...except]}::uuid[])
    and paid_amount < price and discount_amount = 0
    and case when promotions.center_id is null then booked_by = 'patient'
      else appointments.center_id = promotions.center_id end)`

export async function isVerifiedUser(db: Db, { userId }: { userId: string }): Promise<boolean> {
  const { rows } = await sql<{ isVerified: boolean }>`select ${isVerified(userId)} as "isVerified"`.execute(db)
  return rows[0]?.isVerified ?? false
}

export async function readEligibility(db: Db, use: Pick<NewUse, 'userId' | 'promotionId'>) {
  const { rows } = await sql<{ isVerified: boolean; hasAppointment: boolean }>`
    select ${isVerified(use.userId)} as "isVerified", ${hasAppointment(use)} as "hasAppointment"`.execute(db)
  return rows[0] ?? { isVerified: false, hasAppointment: false }
}

/**
 * Reserves a use of a verified patient with an unpaid appointment and counts it, in one statement. It inserts the use first, so that
 * the row of a popular promotion is locked only while the count changes. At the limit, a check constraint undoes the whole statement.
 * @returns `none` when the user took the slot in another tab, or is not eligible
 */
export async function insertUse(db: Db, input: NewUse): Promise<'reserved' | 'none' | 'used_up'> {
  try {
    const [row] = await insertQuery(db, input)
    return row ? 'reserved' : 'none'
  } catch (error) {
    if (isViolationOf(error, 'promotions_used')) return 'used_up'
    throw error
  }
}

const insertQuery = builtOnce(
  (_, { id, userId, promotionId, slot, orderCents, discountCents, now, expiresAt }: NewUse) => sql<{ id: string }>`
    with reserved as (
      insert into promotion_usage
        (id, promotion_id, user_id, slot, status, order_amount, discount_applied, reserved_at, expires_at)
      select ${id}::uuid, ${promotionId}::uuid, ${userId}::uuid, ${slot}::smallint, 'reserved', ${orderCents}::integer,
        ${discountCents}::integer, ${now}::timestamptz, ${expiresAt}::timestamptz
      where ${isVerified(userId)} and ${hasAppointment({ userId, promotionId })}
      on conflict (promotion_id, user_id, slot) where status <> 'released' do nothing
      returning id
    )
    update promotions set used_count = used_count + 1 from reserved
    where promotions.id = ${promotionId} returning reserved.id`,
)

type Release = { ids: readonly string[]; now: Date; from: 'reserved' | 'consumed' }

/**
 * Releases the uses with status `from` and subtracts them from their promotions' counts. It locks the promotions first, in the
 * order of their ids, so that two releases cannot deadlock.
 */
export async function releaseUses(tx: Tx, { ids, now, from }: Release): Promise<void> {
  const uses = sql`any(${[...ids]}::uuid[])`
  await sql`
    select from promotions where id in (select promotion_id from promotion_usage where id = ${uses})
    order by id for no key update`.execute(tx)
  await sql`
    with released as (
      update promotion_usage set status = 'released', ended_at = ${now}
      where id = ${uses} and status = ${from} returning promotion_id
    ), counts as (select promotion_id, count(*)::int as uses from released group by promotion_id)
    update promotions set used_count = used_count - counts.uses from counts where promotions.id = counts.promotion_id`.execute(
    tx,
  )
}

export async function isConsumedBy(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<boolean> {
  const { rows } = await sql<{ isConsumed: boolean }>`
    select exists (select from promotion_usage where appointment_id = ${appointmentId} and status = 'consumed')
      or exists (select from reward_redemptions where appointment_id = ${appointmentId}) as "isConsumed"`.execute(tx)
  return rows[0]?.isConsumed ?? false
}

type ExpiredQuery = { now: Date; limit: number; useId?: string | null }

/** Expired reservations, or the one with `useId`, except those of a checkout in progress. */
export async function listExpired(db: Db, { now, limit, useId = null }: ExpiredQuery): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from promotion_usage
    where status = 'reserved' and expires_at <= ${now} and (${useId}::uuid is null or id = ${useId}) and not exists (
      select from checkouts where promotion_use_id = promotion_usage.id
        and (checkouts.status = 'pending' or checkouts.status = 'created' and checkouts.expires_at > ${now}))
    order by expires_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function listReservedOf(db: Db | Tx, { userId }: { userId: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('promotion_usage')
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('reserved'))
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What the patients of these appointments reserved, unless another unpaid appointment supports it or a payment is in progress. */
export async function listUnsupportedOf(
  tx: Tx,
  { appointmentIds, now }: { appointmentIds: readonly string[]; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select uses.id from promotion_usage uses
    where uses.status = 'reserved'
      and uses.user_id in (select patient_id from appointments where id = any(${[...appointmentIds]}::uuid[]))
      and not ${supports({ userId: sql`uses.user_id`, promotionId: sql`uses.promotion_id`, except: appointmentIds })}
      and not exists (select from checkouts where promotion_use_id = uses.id
        and (checkouts.status = 'pending' or checkouts.status = 'created' and checkouts.expires_at > ${now}))
    order by uses.id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function listConsumedOf(
  tx: Tx,
  { appointmentIds }: { appointmentIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from promotion_usage where status = 'consumed' and appointment_id = any(${[...appointmentIds]}::uuid[])`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** A user's reservations that are valid now and apply to a payment at this centre. */
export async function listReservedFor(
  db: Db | Tx,
  { userId, centerId, now }: { userId: string; centerId: string; now: Date },
): Promise<UseRow[]> {
  return selectUses(db)
    .where('promotion_usage.user_id', '=', userId)
    .where('promotion_usage.status', '=', sql.lit('reserved'))
    .where('promotion_usage.expires_at', '>', now)
    .where((eb) => eb.or([eb('promotions.center_id', 'is', null), eb('promotions.center_id', '=', centerId)]))
    .orderBy('promotion_usage.expires_at')
    .limit(20)
    .execute()
}

export async function lockReserved(tx: Tx, { useId, userId }: OfUse & { userId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('promotion_usage')
    .select('id')
    .where('id', '=', useId)
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('reserved'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

type Consumption = OfUse & {
  userId: string
  appointmentId: string
  orderCents: number
  discountCents: number
  now: Date
}

/**
 * @returns the promotion's centre, null for Senda's own promotion; undefined when the use is no longer reserved, or Senda's discounts
 * pay the appointment's centre no more
 */
export async function consumeUse(tx: Tx, input: Consumption): Promise<{ centerId: string | null } | undefined> {
  const { useId, userId, appointmentId, orderCents, discountCents, now } = input
  // Before the statement that reads the room, so that it sees what another transaction used.
  await sql`
    select lock_rewards_of_center(appointments.center_id)
    from promotion_usage join promotions on promotions.id = promotion_id, appointments
    where promotion_usage.id = ${useId} and promotions.center_id is null and appointments.id = ${appointmentId}`.execute(
    tx,
  )
  const { rows } = await sql<{ centerId: string | null }>`
    update promotion_usage set status = 'consumed', appointment_id = ${appointmentId}, order_amount = ${orderCents},
      discount_applied = ${discountCents}, ended_at = ${now}
    from promotions, appointments
    where promotion_usage.id = ${useId} and user_id = ${userId} and promotion_usage.status = 'reserved'
      and promotions.id = promotion_id and appointments.id = ${appointmentId}
      and (promotions.center_id is not null or rewards_room(appointments.center_id, ${now}) >= ${discountCents})
    returning promotions.center_id as "centerId"`.execute(tx)
  return rows[0]
}

/**
 * Undoes a consumption while the reservation's time is not over. The promotion's count stays the same. A reservation of a day, as an
 * earlier version made it, stays consumed: a check constraint refuses its end.
 */
export async function reserveAgain(
  tx: Tx,
  { appointmentId, now }: { appointmentId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('promotion_usage')
    .set({ status: 'reserved', appointment_id: null, ended_at: null })
    .where('appointment_id', '=', appointmentId)
    .where('status', '=', sql.lit('consumed'))
    .where('expires_at', '>', now)
    .where(sql<boolean>`expires_at <= reserved_at + make_interval(mins => ${reservationMinutes})`)
    .execute()
}

/** Oldest first. */
export async function listAllUses(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('promotion_usage')
    .innerJoin('promotions', 'promotions.id', 'promotion_usage.promotion_id')
    .where('promotion_usage.user_id', '=', userId)
    .select(useColumns)
    .orderBy('promotion_usage.reserved_at')
    .orderBy('promotion_usage.id')
    .execute()
}
