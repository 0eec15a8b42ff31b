import { type InferResult, sql } from 'kysely'
import type { DiscountType } from '#contract/discounts.ts'
import { lookAlikeForm } from '#contract/promotion-codes.ts'
import { olderThan, type Position } from '#server/platform/cursor.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

function promotionRows(db: Db | Tx) {
  return db
    .selectFrom('promotions')
    .leftJoin('center_profiles', 'center_profiles.id', 'promotions.center_id')
    .select([
      'promotions.id',
      'promotions.center_id as centerId',
      'center_profiles.center_name as centerName',
      'promotions.code',
      'promotions.name',
      'promotions.description',
      'promotions.discount_type as discountType',
      'promotions.discount_value as discountValue',
      'promotions.minimum_amount as minimumCents',
      'promotions.maximum_discount as maximumCents',
      'promotions.usage_limit as usageLimit',
      'promotions.per_person_limit as perPersonLimit',
      'promotions.used_count as usedCount',
      'promotions.starts_at as startsAt',
      'promotions.valid_until as validUntil',
      'promotions.is_active as isActive',
      'promotions.is_public as isPublic',
      'promotions.created_at as createdAt',
    ])
    .$narrowType<{ discountType: DiscountType }>()
}

export type PromotionRow = InferResult<ReturnType<typeof promotionRows>>[number]

type OfPromotion = { promotionId: string }

export async function findPromotion(db: Db | Tx, { promotionId }: OfPromotion): Promise<PromotionRow | undefined> {
  return promotionRows(db).where('promotions.id', '=', promotionId).executeTakeFirst()
}

/** Locks the promotion against other changes and against applications of its code. */
export async function lockPromotion(tx: Tx, { promotionId }: OfPromotion): Promise<PromotionRow | undefined> {
  await sql`select from promotions where id = ${promotionId} for update`.execute(tx)
  return findPromotion(tx, { promotionId })
}

/** The slots of a user's reserved and consumed uses of a promotion, and the reservation among them. */
export type OwnUses = { slots: number[]; reservedId: string | null; expiresAt: Date | null }

/** Finds a promotion by its code or by one that looks like it, with the user's own uses. */
export async function findByCode(
  db: Db | Tx,
  { code, userId }: { code: string; userId: string },
): Promise<(PromotionRow & OwnUses) | undefined> {
  const [row] = await byCodeQuery(db, { form: lookAlikeForm(code), userId })
  return row
}

const byCodeQuery = builtOnce((db, { form, userId }: { form: string; userId: string }) =>
  withOwnUses(db, { userId }).where('promotions.look_alike_code', '=', form),
)

/** The promotions with the user's own uses of each, which are not released. */
const withOwnUses = (db: Db | Tx, { userId }: { userId: string }) =>
  promotionRows(db)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('promotion_usage')
          .whereRef('promotion_usage.promotion_id', '=', 'promotions.id')
          .where('promotion_usage.user_id', '=', userId)
          .where('promotion_usage.status', '<>', sql.lit('released'))
          .select([
            sql<number[]>`coalesce(array_agg(slot), '{}')`.as('slots'),
            sql<string | null>`(array_agg(promotion_usage.id) filter (where status = 'reserved'))[1]`.as('reservedId'),
            sql<Date | null>`min(expires_at) filter (where status = 'reserved')`.as('expiresAt'),
          ])
          .as('own'),
      (join) => join.onTrue(),
    )
    .select(['own.slots', 'own.reservedId', 'own.expiresAt'])

/** The promotions of a centre, or Senda's own for null; newest first. */
export async function listPromotions(
  db: Db | Tx,
  { centerId, limit }: { centerId: string | null; limit: number },
): Promise<PromotionRow[]> {
  return promotionRows(db)
    .where('promotions.center_id', 'is not distinct from', centerId)
    .orderBy('promotions.created_at', 'desc')
    .orderBy('promotions.id')
    .limit(limit)
    .execute()
}

export async function countPromotions(tx: Tx, { centerId }: { centerId: string | null }): Promise<number> {
  const { count } = await tx
    .selectFrom('promotions')
    .where('center_id', 'is not distinct from', centerId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The promotions by which a member of staff has given something since an instant, with the largest total that the record has of
 * each. An edit that gave nothing, such as stopping a colleague's promotion, has no total.
 */
export async function listOfferedBy(
  db: Db | Tx,
  { staffId, since }: { staffId: string; since: Date },
): Promise<(PromotionRow & { givenCents: number })[]> {
  const recorded = db
    .selectFrom('moderation_actions')
    .where('target_type', '=', 'promotion')
    .where('moderator_id', '=', staffId)
    .where('created_at', '>', since)
    .where(sql<boolean>`details ->> 'givenCents' is not null`)
    .groupBy('target_id')
    .select(['target_id', sql<number>`max((details ->> 'givenCents')::float8)`.as('givenCents')])
  return promotionRows(db)
    .innerJoin(recorded.as('recorded'), 'recorded.target_id', 'promotions.id')
    .select('recorded.givenCents')
    .execute()
}

type PublishedPage = { now: Date; limit: number; after: Position | undefined }

/** The promotions that are published and valid now, newest first, without those of centres that visitors cannot see. */
export async function listPublished(db: Db, { now, limit, after }: PublishedPage): Promise<PromotionRow[]> {
  return promotionRows(db)
    .where(isPublished(now))
    .where(olderThan({ at: 'promotions.created_at', id: 'promotions.id', after }))
    .orderBy('promotions.created_at', 'desc')
    .orderBy('promotions.id')
    .limit(limit)
    .execute()
}

/** The published promotions of these centres and of Senda, with the user's own uses: the newest of too many. */
export async function listPublishedIn(
  db: Db,
  { centerIds, userId, now, limit }: { centerIds: readonly string[]; userId: string; now: Date; limit: number },
): Promise<(PromotionRow & OwnUses)[]> {
  return withOwnUses(db, { userId })
    .where(isPublished(now))
    .where(sql<boolean>`(promotions.center_id is null or promotions.center_id = any(${centerIds}::uuid[]))`)
    .orderBy('promotions.created_at', 'desc')
    .limit(limit)
    .execute()
}

const isPublished = (now: Date) => sql<boolean>`(promotions.is_public and promotions.is_active
  and promotions.starts_at <= ${now} and (promotions.valid_until is null or promotions.valid_until > ${now})
  and (promotions.usage_limit is null or promotions.used_count < promotions.usage_limit)
  and (promotions.center_id is null or center_profiles.is_public and center_profiles.approved_at is not null))`

type NewPromotion = Omit<PromotionRow, 'centerName' | 'usedCount' | 'isActive' | 'createdAt'> & {
  createdBy: string
  now: Date
}

/** @returns false when another promotion has this code, or one that looks like it */
export async function insertPromotion(tx: Tx, input: NewPromotion): Promise<boolean> {
  const row = await tx
    .insertInto('promotions')
    .values({
      id: input.id,
      center_id: input.centerId,
      created_by: input.createdBy,
      code: input.code,
      name: input.name,
      description: input.description || null,
      discount_type: input.discountType,
      discount_value: input.discountValue,
      minimum_amount: input.minimumCents,
      maximum_discount: input.maximumCents,
      usage_limit: input.usageLimit,
      per_person_limit: input.perPersonLimit,
      starts_at: input.startsAt,
      valid_until: input.validUntil,
      is_public: input.isPublic,
      created_at: input.now,
    })
    .onConflict((conflict) => conflict.column('look_alike_code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A field that is undefined is not changed. */
export type PromotionChange = Partial<
  Pick<PromotionRow, 'isActive' | 'isPublic' | 'name' | 'description' | 'usageLimit' | 'validUntil'>
>

export async function updatePromotion(
  tx: Tx,
  { promotionId, change }: OfPromotion & { change: PromotionChange },
): Promise<void> {
  await tx
    .updateTable('promotions')
    .set({
      is_active: change.isActive,
      is_public: change.isPublic,
      name: change.name,
      description: change.description === '' ? null : change.description,
      usage_limit: change.usageLimit,
      valid_until: change.validUntil,
    })
    .where('id', '=', promotionId)
    .execute()
}

export type Figures = {
  promotionId: string
  reserved: number
  consumed: number
  discountCents: number
  orderCents: number
  newPatients: number
}

/** The results of promotions. A patient is new when the appointment is their first with the centre, or in Senda. */
export async function sumFigures(
  db: Db | Tx,
  { promotionIds }: { promotionIds: readonly string[] },
): Promise<Figures[]> {
  const { rows } = await sql<Figures>`
    select promotion_usage.promotion_id as "promotionId",
      count(*) filter (where promotion_usage.status = 'reserved')::int as reserved,
      count(*) filter (where promotion_usage.status = 'consumed')::int as consumed,
      coalesce(sum(promotion_usage.discount_applied) filter (where promotion_usage.status = 'consumed'), 0)::bigint as "discountCents",
      coalesce(sum(promotion_usage.order_amount) filter (where promotion_usage.status = 'consumed'), 0)::bigint as "orderCents",
      count(distinct promotion_usage.user_id) filter (where promotion_usage.status = 'consumed' and not exists (
        select from appointments earlier
        where earlier.patient_id = promotion_usage.user_id and earlier.booked_at < appointments.booked_at
          and (promotions.center_id is null or earlier.center_id = promotions.center_id)
          and earlier.status <> 'held'))::int as "newPatients"
    from promotion_usage
    join promotions on promotions.id = promotion_usage.promotion_id
    left join appointments on appointments.id = promotion_usage.appointment_id
    where promotion_usage.promotion_id = any(${[...promotionIds]}::uuid[]) and promotion_usage.status <> 'released'
    group by 1`.execute(db)
  return rows
}

/** The promotions of a user's own centre, and those that the user created; oldest first. */
export async function listPromotionsOfOwner(db: Db | Tx, { userId }: { userId: string }): Promise<PromotionRow[]> {
  return promotionRows(db)
    .where((eb) => eb.or([eb('promotions.center_id', '=', userId), eb('promotions.created_by', '=', userId)]))
    .orderBy('promotions.created_at')
    .orderBy('promotions.id')
    .execute()
}

/** Deletes the promotions of a centre that closes. Those that patients applied stay in their histories, and end. */
export async function closePromotions(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  await tx
    .deleteFrom('promotions')
    .where('center_id', '=', centerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('promotion_usage')
            .select('promotion_usage.id')
            .whereRef('promotion_usage.promotion_id', '=', 'promotions.id'),
        ),
      ),
    )
    .execute()
  await tx
    .updateTable('promotions')
    .set({ is_active: false, is_public: false, description: null })
    .where('center_id', '=', centerId)
    .execute()
}
