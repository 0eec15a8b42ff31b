import { type RawBuilder, sql } from 'kysely'
import type { QueueView } from '#contract/report-kinds.ts'
import type { QueueItem } from '#contract/reports.ts'
import type { Position } from '#server/platform/cursor.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { containing } from '#server/platform/postgres/like-pattern.ts'

export type QueuedReview = {
  id: string
  appointmentId: string
  centerId: string
  centerName: string
  professionalId: string
  professionalName: string
  serviceName: string
  authorId: string
  authorName: string
  /** Null when the account was deleted. */
  authorEmail: string | null
  authorReviews: number
  authorRemoved: number
  authorWarnings: number
  isAuthorStaff: boolean
  /** Whether the member of staff is the author, or works at the centre. */
  isOwn: boolean
  rating: number
  comment: string
  createdAt: Date
  reply: string | null
  repliedAt: Date | null
  removedAt: Date | null
  reports: QueueItem['reports']
  waitingSince: Date | null
  answer: string | null
  answeredAt: Date | null
  lastActionId: string | null
}

const columns = sql`id, appointment_id, center_id, professional_id, patient_id, rating, comment, created_at, reply, replied_at`

/** `from`: a query that returns the `id` and the sort `key` of each review of a page. */
function queued(from: RawBuilder<unknown>, { staffId, order }: { staffId: string; order: RawBuilder<unknown> }) {
  return sql<QueuedReview>`
    with page as materialized (${from}),
    review as (
      select page.key, ${columns}, null::timestamptz as removed_at from page join reviews using (id)
      union all
      select page.key, ${columns}, removed_at from page join removed_reviews using (id))
    select review.id, review.appointment_id as "appointmentId", review.center_id as "centerId",
      center_profiles.center_name as "centerName", review.professional_id as "professionalId",
      professionals.full_name as "professionalName", services.name as "serviceName",
      review.patient_id as "authorId", author.full_name as "authorName",
      case when author.status <> 'deleted' then author.email end as "authorEmail",
      (select count(*)::int from reviews r where r.patient_id = author.id) as "authorReviews",
      (select count(*)::int from removed_reviews r where r.patient_id = author.id) as "authorRemoved",
      (select count(*)::int from moderation_actions warning
        where warning.target_type = 'review' and warning.action_type = 'warn'
          and warning.target_id in (select r.id from reviews r where r.patient_id = author.id
            union all select r.id from removed_reviews r where r.patient_id = author.id)
          and not exists (select from moderation_actions undo where undo.undoes = warning.id)) as "authorWarnings",
      exists (select from user_roles where user_id = author.id and role in ('admin', 'moderator')) as "isAuthorStaff",
      (author.id = ${staffId}::uuid or exists (select from center_members
        where center_members.center_id = review.center_id and user_id = ${staffId}::uuid)) as "isOwn",
      review.rating, review.comment, review.created_at as "createdAt", review.reply, review.replied_at as "repliedAt",
      review.removed_at as "removedAt",
      (select coalesce(json_agg(json_build_object('reason', reports.reason, 'at', to_char(reports.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'reporterName', case when reporter.status <> 'deleted' then reporter.full_name end,
          'isByCenter', reports.center_id is not null, 'isOpen', closed_at is null) order by reports.created_at desc), '[]')
        from reports left join profiles reporter on reporter.id = reported_by
        where kind = 'review' and subject_id = review.id) as reports,
      (select min(created_at) from reports
        where kind = 'review' and subject_id = review.id and closed_at is null) as "waitingSince",
      answer.text as answer, answer.answered_at as "answeredAt", last_action.id as "lastActionId"
    from review
    join center_profiles on center_profiles.id = review.center_id
    join professionals on professionals.id = review.professional_id
    join appointments on appointments.id = review.appointment_id
    join services on services.id = appointments.service_id
    join profiles author on author.id = review.patient_id
    left join lateral (select id from moderation_actions
      where target_type = 'review' and target_id = review.id order by sequence desc limit 1) as last_action on true
    left join lateral (select text, answered_at from measure_answers join moderation_actions on id = measure_id
      where target_type = 'review' and target_id = review.id order by sequence desc limit 1) as answer on true
    order by ${order}`
}

export async function findQueued(
  db: Db | Tx,
  { reviewId, staffId }: { reviewId: string; staffId: string },
): Promise<QueuedReview | undefined> {
  const { rows } = await queued(sql`select ${reviewId}::uuid as id, null::timestamptz as key`, {
    staffId,
    order: sql`key`,
  }).execute(db)
  return rows[0]
}

type Page = { view: QueueView; text: string | undefined; staffId: string; limit: number; after: Position | undefined }

/** A page of the queue: reported reviews by their oldest open report, the others with the newest or last removed first. */
export async function listQueued(db: Db, { view, text, staffId, limit, after }: Page): Promise<QueuedReview[]> {
  const isDescending = view !== 'reported'
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const beyond = after
    ? sql`(key, id) ${sql.raw(isDescending ? '<' : '>')} (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  const { rows } = await queued(
    sql`select id, key from (${listedIn({ view, text })}) as listed where ${beyond}
      order by key ${direction}, id ${direction} limit ${limit}`,
    { staffId, order: sql`key ${direction}, review.id ${direction}` },
  ).execute(db)
  return rows
}

const sources: Record<QueueView, RawBuilder<unknown>> = {
  reported: sql`select subject_id as id, min(created_at) as key from reports
    where kind = 'review' and closed_at is null group by subject_id`,
  reviews: sql`select id, created_at as key from reviews`,
  removed: sql`select id, removed_at as key from removed_reviews`,
}

/** The number of reviews in a view of the queue, at most `limit` + 1. */
export async function countQueued(
  db: Db,
  { view, text, limit }: Pick<Page, 'view' | 'text' | 'limit'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from (${listedIn({ view, text })}) as listed limit ${limit + 1}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** The reviews of a view with their sort key. A search finds reviews by text first, and then looks each one up in the view. */
function listedIn({ view, text }: Pick<Page, 'view' | 'text'>): RawBuilder<unknown> {
  if (!text) return sources[view]
  return sql`select found.id, listed.key from (select distinct id from (${matching(text)}) as ids) as found
    cross join lateral (select key from (${sources[view]}) as each where each.id = found.id offset 0) as listed`
}

/** A search looks at no more people and centres by name, and comments by text, than this. */
const maxNamed = 200
const maxComments = 2000

/** Finds reviews by part of the centre's name, the author's name or address, or the comment, each with its own index. */
function matching(text: string): RawBuilder<unknown> {
  const pattern = sql`fold(${containing(text)})`
  return sql`
    with people as materialized (
      select id from profiles
      where status <> 'deleted' and fold(full_name) || ' ' || fold(email) like ${pattern} limit ${maxNamed}),
    centers as materialized (
      select id from center_profiles where fold(center_name) like ${pattern} limit ${maxNamed})
    select reviews.id from reviews where reviews.center_id = any(array(select id from centers))
    union all select reviews.id from reviews where reviews.patient_id = any(array(select id from people))
    union all (select reviews.id from reviews where fold(reviews.comment) like ${pattern}
      order by reviews.created_at desc, reviews.id limit ${maxComments})
    union all select removed.id from removed_reviews removed
      where removed.center_id in (select id from centers) or removed.patient_id in (select id from people)
        or fold(removed.comment) like ${pattern}`
}

/** Moves a review with its reply to the removed reviews. The caller has locked the centre. */
export async function removeReview(tx: Tx, { reviewId, now }: { reviewId: string; now: Date }): Promise<void> {
  await sql`with removed as (delete from reviews where id = ${reviewId} returning ${columns}, replied_by)
    insert into removed_reviews (${columns}, replied_by, removed_at) select ${columns}, replied_by, ${now}::timestamptz from removed`.execute(
    tx,
  )
}

/** @returns false when the review is not among the removed ones */
export async function restoreReview(tx: Tx, { reviewId }: { reviewId: string }): Promise<boolean> {
  const { rows } =
    await sql`with restored as (delete from removed_reviews where id = ${reviewId} returning ${columns}, replied_by)
    insert into reviews (${columns}, replied_by) select ${columns}, replied_by from restored returning id`.execute(tx)
  return rows.length === 1
}

export async function isRemoved(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('removed_reviews')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirst()
  return row !== undefined
}

type ActionRow = {
  actionId: string
  type: 'delete' | 'warn'
  at: Date
  reason: string
  centerName: string
  professionalName: string
  rating: number
  comment: string
  answer: string | null
  isUndone: boolean
}

/** The actions in effect on the user's reviews, newest first. With `actionId`, only that action, even if it was undone. */
export async function listActionsOfAuthor(
  db: Db | Tx,
  { userId, actionId = null }: { userId: string; actionId?: string | null },
): Promise<ActionRow[]> {
  const { rows } = await sql<ActionRow>`
    with own as (
      select id, center_id, professional_id, rating, comment from reviews where patient_id = ${userId}
      union all
      select id, center_id, professional_id, rating, comment from removed_reviews where patient_id = ${userId})
    select action.id as "actionId", action.action_type as type, action.created_at as at, action.reason,
      center_name as "centerName", professionals.full_name as "professionalName", own.rating, own.comment,
      measure_answers.text as answer,
      exists (select from moderation_actions undo where undo.undoes = action.id) as "isUndone"
    from own
    join moderation_actions action on action.target_type = 'review' and action.target_id = own.id
    join center_profiles on center_profiles.id = own.center_id
    join professionals on professionals.id = own.professional_id
    left join measure_answers on measure_answers.measure_id = action.id
    where action.action_type in ('delete', 'warn')
      and case when ${actionId}::uuid is null
        then not exists (select from moderation_actions undo where undo.undoes = action.id)
        else action.id = ${actionId}::uuid end
    order by action.sequence desc limit 50`.execute(db)
  return rows
}

/** @returns false when the action already has an answer */
export async function insertAnswer(
  tx: Tx,
  { actionId, userId, text, now }: { actionId: string; userId: string; text: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('measure_answers')
    .values({ measure_id: actionId, user_id: userId, text, answered_at: now })
    .onConflict((conflict) => conflict.column('measure_id').doNothing())
    .returning('measure_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The user's answers to actions, oldest first. */
export async function listAnswersOf(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('measure_answers')
    .where('user_id', '=', userId)
    .orderBy('answered_at')
    .select(['answered_at as answeredAt', 'text'])
    .execute()
}

/** The user's reviews that staff removed, oldest first. */
export async function listRemovedOf(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('removed_reviews')
    .innerJoin('center_profiles', 'center_profiles.id', 'removed_reviews.center_id')
    .where('patient_id', '=', userId)
    .orderBy('removed_at')
    .select(['removed_at as removedAt', 'center_name as centerName', 'removed_reviews.rating', 'comment'])
    .execute()
}

/** Deletes the removed reviews and the answers of an account that is deleted. Its removed reviews cannot be restored any more. */
export async function deleteRemovedOf(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.deleteFrom('removed_reviews').where('patient_id', '=', userId).execute()
  await tx.deleteFrom('measure_answers').where('user_id', '=', userId).execute()
}
