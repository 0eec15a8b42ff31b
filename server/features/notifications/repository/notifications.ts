import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import { olderThan, type Position } from '#server/platform/cursor.ts'
import { cutText } from '#server/platform/cut-text.ts'
import { addJobs } from '#server/platform/jobs.ts'
import type { Subject } from '#server/platform/mail-kinds.ts'
import { isOnByDefault } from '#server/platform/notification-defaults.ts'
import { type NotificationEvent, notificationEvents } from '#server/platform/notification-events.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

export type NotificationRow = {
  id: string
  type: NotificationKind
  title: string
  message: string
  href: string
  createdAt: Date
  readAt: Date | null
}

/** A user, or the members of a centre who work with this professional's appointments: owner, receptionists, the professional. */
export type Recipient = { userId: string } | { centerId: string; professionalId: string | null }

export type NewNotification = Pick<NotificationRow, 'title' | 'message' | 'href'> & {
  /** It decides the kind. */
  event: NotificationEvent
  to: Recipient
  /** Identifies an event of which the user is notified only once. */
  subject?: string | undefined
  /** The patient whom a notification for a centre names. */
  aboutUserId?: string | null | undefined
  /** The subject whose state must be the same when the notification is pushed; null for an event, which stays true. */
  about: { subject: Subject; id: string } | null
  /** Replaces the unread notification of the same thread. What `about` names is a thread; null for an event that stays beside others. */
  thread?: string | undefined
  /** When what a push says ends; a day after the event by default. */
  validUntil?: Date | undefined
}

/** The job that sends a notification to a browser; declared here because the statement below queues it. */
export const pushJob = { name: 'notifications.push', maxAttempts: 6 }

/** What the table stores. Texts are composed of names, each of which may be as long as this alone. */
const maxTitleLength = 120
const maxMessageLength = 500

/**
 * Stores a row for each recipient, in place of their unread one of the same thread, and queues its push messages, in one statement.
 * @returns how many rows it stored
 */
export async function insertNotifications(
  db: Db | Tx,
  { entries, now }: { entries: readonly NewNotification[]; now: Date },
): Promise<number> {
  const rows = JSON.stringify(
    entries.map(({ to, about, thread, ...content }) => ({
      ...content,
      ...to,
      type: notificationEvents[content.event],
      thread: thread ?? (about === null ? null : `${about.subject} ${about.id}`),
      title: cutText(content.title, maxTitleLength),
      message: cutText(content.message, maxMessageLength),
      about: about?.subject ?? null,
      aboutId: about?.id ?? null,
    })),
  )
  const [stored] = await insertQuery(db, { rows, now })
  return stored?.count ?? 0
}

const insertQuery = builtOnce(
  (_, { rows, now }: { rows: string; now: Date }) => sql<{ count: number }>`
    with entries as (
      select * from jsonb_to_recordset(${rows}::jsonb) as entry(
        "userId" uuid, "centerId" uuid, "professionalId" uuid, event text, thread text, type text, title text, message text, href text,
        subject text, "aboutUserId" uuid, about text, "aboutId" uuid, "validUntil" timestamptz)
    ), received as (
      select recipient.user_id, entries.* from entries cross join lateral (
        select "userId" as user_id where "userId" is not null
        union
        select user_id from center_members
        where center_id = "centerId" and (member_role <> 'professional' or professional_id = "professionalId")
      ) as recipient
    ), replaced as (
      delete from notifications where id in (
        select notifications.id from notifications
        join received on received.user_id = notifications.user_id and received.thread = notifications.thread
        where notifications.read_at is null and received.subject is null
        for update of notifications skip locked)
    ), stored as (
      insert into notifications (id, user_id, event, thread, type, title, message, href, subject, about_user_id, about, about_id,
        about_state, valid_until, created_at)
      select gen_random_uuid(), user_id, event, thread, type, title, message, href, subject, "aboutUserId", about, "aboutId",
        subject_state(about, "aboutId"), least("validUntil", ${now}::timestamptz + interval '1 day'), ${now}
      from received
      on conflict (user_id, subject) where subject is not null do nothing
      returning id, user_id, type
    ), pushed as (
      select stored.id as notification_id, push_subscriptions.id as subscription_id
      from stored join push_subscriptions on push_subscriptions.user_id = stored.user_id
      left join notification_preferences as preference
        on preference.user_id = stored.user_id and preference.kind = stored.type
      where coalesce(by_push, ${isOnByDefault('stored.type')})
    ), queued as (
      select ${addJobs(
        pushJob,
        sql`json_build_object('notificationId', notification_id, 'subscriptionId', subscription_id)`,
      )} from pushed having count(*) > 0
    )
    select count(*)::int as count, (select count(*) from queued) as queued from stored`,
)

type ListPage = { userId: string; onlyUnread: boolean; after: Position | undefined; limit: number }

export async function listNotifications(
  db: Db | Tx,
  { userId, onlyUnread, after, limit }: ListPage,
): Promise<NotificationRow[]> {
  return db
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .$if(onlyUnread, (query) => query.where('read_at', 'is', null))
    .where(olderThan({ at: 'created_at', id: 'id', after }))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .select(['id', 'type', 'title', 'message', 'href', 'created_at as createdAt', 'read_at as readAt'])
    .$narrowType<{ type: NotificationKind }>()
    .execute()
}

const maxCountedRows = 100

/** The number of unread notifications, at most 100. */
export async function countUnread(db: Db | Tx, input: { userId: string }): Promise<number> {
  const [row] = await countQuery(db, input)
  return row?.count ?? 0
}

const countQuery = builtOnce(
  (_, { userId }: { userId: string }) => sql<{ count: number }>`
    select count(*)::int as count from (
      select from notifications where user_id = ${userId} and read_at is null limit ${maxCountedRows}) as unread`,
)

type Mark = { userId: string; notificationId: string; readAt: Date | null }

/** @returns false when the user has no such notification */
export async function setReadAt(db: Db | Tx, { userId, notificationId, readAt }: Mark): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set((eb) => ({ read_at: readAt && eb.fn.coalesce('read_at', eb.val(readAt)) }))
    .where('id', '=', notificationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setAllRead(
  db: Db | Tx,
  { userId, upTo, readAt }: { userId: string; upTo: Date; readAt: Date },
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: readAt })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    // A client knows the instant only to the millisecond.
    .where(sql<boolean>`date_trunc('milliseconds', created_at) <= ${upTo}`)
    .execute()
}

/** Deletes the unread notifications of a thread, which are no longer true. */
export async function deleteUnread(db: Db | Tx, { thread }: { thread: string }): Promise<void> {
  await db.deleteFrom('notifications').where('thread', '=', thread).where('read_at', 'is', null).execute()
}

/** Marks the notifications that lead to a page as read, because the users have opened it without them. */
export async function setReadByHref(
  db: Db | Tx,
  { userIds, href, readAt }: { userIds: readonly string[]; href: string; readAt: Date },
): Promise<void> {
  await setReadByHrefQuery(db, { userIds, href, readAt })
}

const setReadByHrefQuery = builtOnce(
  (_, { userIds, href, readAt }: { userIds: readonly string[]; href: string; readAt: Date }) => sql`
    update notifications set read_at = ${readAt}
    where user_id = any(${userIds}::uuid[]) and read_at is null and href = ${href}`,
)

/** The user's last notification of this event since then. */
export async function findLatest(
  db: Db | Tx,
  { userId, event, since }: { userId: string; event: NotificationEvent; since: Date },
): Promise<{ title: string; message: string } | undefined> {
  return db
    .selectFrom('notifications')
    .select(['title', 'message'])
    .where('user_id', '=', userId)
    .where('event', '=', event)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

type Push = Pick<NotificationRow, 'id' | 'type' | 'title' | 'message' | 'href'> & {
  aboutId: string | null
  validUntil: Date
}

/**
 * A notification that may still be pushed: it is unread, not too late, wanted, and its subject is as it was. Rows of earlier
 * versions have no end, and are pushed within a day.
 */
export async function findPush(db: Db | Tx, { id, now }: { id: string; now: Date }): Promise<Push | undefined> {
  const { rows } = await sql<Push>`
    select id, type, title, message, href, about_id as "aboutId", ends.valid_until as "validUntil"
    from notifications cross join lateral
      (select coalesce(valid_until, created_at + interval '1 day') as valid_until) as ends
    where id = ${id} and read_at is null and ends.valid_until > ${now}
      and (about is null or subject_state(about, about_id) is not distinct from about_state)
      and coalesce((select by_push from notification_preferences as chosen
        where chosen.user_id = notifications.user_id and chosen.kind = type), ${isOnByDefault('type')})`.execute(db)
  return rows[0]
}

export async function deleteNotificationsBefore(db: Db, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('notifications').where('created_at', '<', before).execute()
}

/** Deletes the user's notifications, and those of centres that name the user. */
export async function deleteNotifications(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('about_user_id', '=', userId)]))
    .execute()
}

export async function listNotificationsOfAccount(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .select(['created_at as createdAt', 'type', 'title', 'message', 'read_at as readAt'])
    .execute()
}
