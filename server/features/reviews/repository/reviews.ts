import { type SelectQueryBuilder, sql } from 'kysely'
import type { Review } from '#contract/reviews.ts'
import { olderThan, type Position } from '#server/platform/cursor.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { DB } from '#server/platform/postgres/schema.gen.ts'

type CenterScope = { centerId: string; professionalId?: string }

/** Called before locking the appointment: the deletion of an account takes the locks in the same order. */
export async function lockAuthor(tx: Tx, { patientId }: { patientId: string }): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('id', '=', patientId).forKeyShare().execute()
}

/** Whether the patient said that they were not there, which staff have not decided. The appointment is locked. */
export async function isVisitDisputed(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('reports')
    .select('id')
    .where('kind', 'in', ['early_visit', 'invented_visit'])
    .where('subject_id', '=', appointmentId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the appointment, so that the desk cannot mark it as a no-show until the transaction ends. */
export async function findReviewableAppointment(tx: Tx, { appointmentId }: { appointmentId: string }) {
  return tx
    .selectFrom('appointments')
    .select(['id', 'status', 'patient_id as patientId', 'center_id as centerId', 'professional_id as professionalId'])
    .select(['booked_by as bookedBy', 'accepted_at as acceptedAt'])
    .$narrowType<{ bookedBy: 'patient' | 'center' }>()
    .where('id', '=', appointmentId)
    .forShare()
    .executeTakeFirst()
}

type NewReview = {
  id: string
  appointmentId: string
  centerId: string
  professionalId: string
  patientId: string
  rating: number
  comment: string
  now: Date
}

/** @returns false when the appointment already has a review */
export async function insertReview(tx: Tx, review: NewReview): Promise<boolean> {
  const row = await tx
    .insertInto('reviews')
    .values({
      id: review.id,
      appointment_id: review.appointmentId,
      center_id: review.centerId,
      professional_id: review.professionalId,
      patient_id: review.patientId,
      rating: review.rating,
      comment: review.comment,
      created_at: review.now,
    })
    .onConflict((conflict) => conflict.column('appointment_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findReviewOf(tx: Tx, { patientId, appointmentId }: { patientId: string; appointmentId: string }) {
  return tx
    .selectFrom('reviews')
    .where('appointment_id', '=', appointmentId)
    .where('patient_id', '=', patientId)
    .select(['id', 'center_id as centerId', 'professional_id as professionalId', 'created_at as createdAt'])
    .executeTakeFirst()
}

/** Undefined when the author has deleted the account. */
export async function findAuthor(tx: Tx, { reviewId }: { reviewId: string }) {
  return reviewsWithNames(tx)
    .where('reviews.id', '=', reviewId)
    .where('profiles.status', '<>', 'deleted')
    .select(['reviews.patient_id as patientId', 'reviews.appointment_id as appointmentId'])
    .executeTakeFirst()
}

export async function setReview(
  tx: Tx,
  { reviewId, rating, comment }: { reviewId: string; rating: number; comment: string },
): Promise<void> {
  await tx.updateTable('reviews').set({ rating, comment }).where('id', '=', reviewId).execute()
}

/** Stores the ratings of a centre and a professional, by the rule of counted_reviews(). The caller has locked the centre. */
export async function storeRatings(
  tx: Tx,
  { centerId, professionalId }: { centerId: string; professionalId: string },
): Promise<void> {
  await sql`select store_ratings(${centerId}, ${professionalId})`.execute(tx)
}

export async function countWithoutReply(db: Db, { centerId, professionalId }: CenterScope): Promise<number> {
  const { count } = await db
    .selectFrom('reviews')
    .where('center_id', '=', centerId)
    .where('reply', 'is', null)
    .$if(professionalId !== undefined, (all) => all.where('professional_id', '=', professionalId as string))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const reviewColumns = [
  'reviews.id',
  'reviews.rating',
  'reviews.comment',
  'reviews.created_at as createdAt',
  'reviews.reply',
  'reviews.replied_at as repliedAt',
  'professionals.full_name as professionalName',
] as const

function reviewsWithNames(db: Db | Tx) {
  return (
    db
      .selectFrom('reviews')
      .innerJoin('profiles', 'profiles.id', 'reviews.patient_id')
      .innerJoin('professionals', 'professionals.id', 'reviews.professional_id')
      .innerJoin('appointments', 'appointments.id', 'reviews.appointment_id')
      .select([...reviewColumns, 'reviews.professional_id as professionalId'])
      // Together they are is_unrated_visit() of the database.
      .select(
        sql<
          Review['uncounted']
        >`case when is_free_visit(appointments) then 'free' when closed_unproven then 'unproven' end`.as('uncounted'),
      )
      // A deleted account has a placeholder as its name.
      .select(sql<string>`case when profiles.status = 'deleted' then '' else profiles.full_name end`.as('authorName'))
  )
}

export async function requireReview(tx: Tx, { reviewId }: { reviewId: string }) {
  return reviewsWithNames(tx).where('reviews.id', '=', reviewId).executeTakeFirstOrThrow()
}

type Page = CenterScope & { limit: number; after: Position | undefined }

/** Newest first. */
export async function listReviewsOfCenter(db: Db, page: Page) {
  return inPage(reviewsWithNames(db), page).execute()
}

/**
 * Like listReviewsOfCenter(), with `reported`: whether the centre has an open report. `hasNoReply`: only those without
 * a reply.
 */
export async function listOwnReviews(db: Db, { hasNoReply, ...page }: Page & { hasNoReply: boolean }) {
  return inPage(ownReviews(db), page)
    .$if(hasNoReply, (all) => all.where('reviews.reply', 'is', null))
    .execute()
}

export async function findOwnReview(db: Db | Tx, { reviewId, ...scope }: CenterScope & { reviewId: string }) {
  return inScope(ownReviews(db), scope).where('reviews.id', '=', reviewId).executeTakeFirst()
}

function ownReviews(db: Db | Tx) {
  return reviewsWithNames(db).select((eb) =>
    eb
      .exists(
        eb
          .selectFrom('reports')
          .where('reports.kind', '=', sql.lit('review'))
          .whereRef('reports.subject_id', '=', 'reviews.id')
          .whereRef('reports.center_id', '=', 'reviews.center_id')
          .where('reports.closed_at', 'is', null)
          .select('reports.id'),
      )
      .$castTo<boolean>()
      .as('reported'),
  )
}

type Joined = 'reviews' | 'profiles' | 'professionals' | 'appointments'

function inScope<Row>(query: SelectQueryBuilder<DB, Joined, Row>, { centerId, professionalId }: CenterScope) {
  return query
    .where('reviews.center_id', '=', centerId)
    .$if(professionalId !== undefined, (all) => all.where('reviews.professional_id', '=', professionalId as string))
}

function inPage<Row>(query: SelectQueryBuilder<DB, Joined, Row>, { limit, after, ...scope }: Page) {
  return inScope(query, scope)
    .where(olderThan({ at: 'reviews.created_at', id: 'reviews.id', after }))
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id')
    .limit(limit)
}

/** @returns false when the review already has a reply */
export async function setReply(
  tx: Tx,
  { text, now, repliedBy, reviewId }: { reviewId: string; text: string; repliedBy: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('reviews')
    .set({ reply: text, replied_at: now, replied_by: repliedBy })
    .where('id', '=', reviewId)
    .where('reply', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A review that visitors can see, for a report by a reader. */
export async function findPublished(tx: Tx, { reviewId }: { reviewId: string }) {
  return tx
    .selectFrom('reviews')
    .innerJoin('center_profiles', 'center_profiles.id', 'reviews.center_id')
    .where('reviews.id', '=', reviewId)
    .where('is_public', '=', sql.lit(true))
    .where('approved_at', 'is not', null)
    .select(['reviews.patient_id as patientId'])
    .executeTakeFirst()
}

/** For each number of stars, how many reviews are published, and how many of them count in the rating. */
export async function countByRating(db: Db, { centerId }: { centerId: string }) {
  const { rows } = await sql<{ stars: number; published: number; counted: number }>`
    select reviews.rating as stars, count(*) as published, count(counted.id) as counted
    from reviews left join counted_reviews(${centerId}) counted on counted.id = reviews.id
    where reviews.center_id = ${centerId}
    group by 1`.execute(db)
  return rows
}

/** The patient's published reviews, oldest first. */
export async function listReviewsOfPatient(db: Db | Tx, { patientId }: { patientId: string }) {
  return db
    .selectFrom('reviews')
    .innerJoin('professionals', 'professionals.id', 'reviews.professional_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'reviews.center_id')
    .where('reviews.patient_id', '=', patientId)
    .orderBy('reviews.created_at')
    .orderBy('reviews.id')
    .select([...reviewColumns, 'reviews.appointment_id as appointmentId', 'center_profiles.center_name as centerName'])
    .execute()
}

export async function countReviewsOfPatient(db: Db | Tx, { patientId }: { patientId: string }): Promise<number> {
  const row = await db
    .selectFrom('reviews')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** The replies that the user wrote, oldest first. */
export async function listRepliesOf(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('reviews')
    .innerJoin('center_profiles', 'center_profiles.id', 'reviews.center_id')
    .where('reviews.replied_by', '=', userId)
    .orderBy('reviews.replied_at')
    .orderBy('reviews.id')
    .select(['reviews.replied_at as repliedAt', 'center_profiles.center_name as centerName', 'reviews.reply'])
    .execute()
}

export async function listReportsOf(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('reports')
    .leftJoin('reviews', 'reviews.id', 'reports.subject_id')
    .leftJoin('removed_reviews', 'removed_reviews.id', 'reports.subject_id')
    .leftJoin('center_profiles', (join) =>
      join.on((eb) =>
        eb(
          'center_profiles.id',
          '=',
          eb.fn.coalesce('reviews.center_id', 'removed_reviews.center_id', 'reports.center_id'),
        ),
      ),
    )
    .where('reports.kind', '=', 'review')
    .where('reports.reported_by', '=', userId)
    .orderBy('reports.created_at')
    .orderBy('reports.id')
    .select(['reports.created_at as createdAt', 'center_profiles.center_name as centerName', 'reports.reason'])
    .execute()
}
