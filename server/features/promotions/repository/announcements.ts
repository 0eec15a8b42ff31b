import { sql } from 'kysely'
import type { DiscountType } from '#contract/discounts.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** A unique index on `notifications.subject` allows each patient one notification of a promotion. */
export const announcementSubject = (promotionId: string) => `promotion:${promotionId}`

export type Announcement = {
  id: string
  centerId: string
  centerName: string
  name: string
  code: string
  discountType: DiscountType
  discountValue: number
  maximumCents: number | null
}

/**
 * The oldest promotion of each centre that is published, valid now and not announced. Leaves out the centres that announced
 * another promotion after `since`.
 */
export async function listToAnnounce(
  db: Db,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<Announcement[]> {
  const { rows } = await sql<Announcement>`
    select distinct on (promotions.center_id) promotions.id, center_id as "centerId", center_name as "centerName", name, code,
      discount_type as "discountType", discount_value as "discountValue", maximum_discount as "maximumCents"
    from promotions join center_profiles on center_profiles.id = center_id
    where announced_at is null and promotions.is_public and promotions.is_active and center_id is not null and center_profiles.is_public and approved_at is not null
      and starts_at <= ${now} and (valid_until is null or valid_until > ${now})
      and (usage_limit is null or used_count < usage_limit)
      and not exists (
        select from promotions earlier
        where earlier.center_id = promotions.center_id and earlier.announced_at > ${since})
    order by promotions.center_id, promotions.created_at
    limit ${limit}`.execute(db)
  return rows
}

type Page = { promotionId: string; centerId: string; limit: number }

/**
 * The patients with a completed appointment at the centre who have switched promotions on, have not blocked the centre, and
 * have no notification of this promotion yet.
 */
export async function listInterested(
  db: Db,
  { promotionId, centerId, limit }: Page,
): Promise<{ userId: string; email: string }[]> {
  const { rows } = await sql<{ userId: string; email: string }>`
    select users.id as "userId", users.email
    from notification_preferences preference
    join users on users.id = preference.user_id
    join profiles on profiles.id = preference.user_id and profiles.status = 'active'
    where preference.kind = 'promotion' and (by_mail or by_push)
      and exists (
        select from appointments
        where patient_id = preference.user_id and center_id = ${centerId} and appointments.status = 'completed')
      and not exists (
        select from conversations
        where conversations.patient_id = preference.user_id and conversations.center_id = ${centerId}
          and patient_blocked_at is not null)
      and not exists (
        select from notifications
        where notifications.user_id = preference.user_id and subject = ${announcementSubject(promotionId)})
    order by preference.user_id limit ${limit}`.execute(db)
  return rows
}

export async function setAnnounced(
  db: Db | Tx,
  { promotionId, now }: { promotionId: string; now: Date },
): Promise<void> {
  await db.updateTable('promotions').set({ announced_at: now }).where('id', '=', promotionId).execute()
}
