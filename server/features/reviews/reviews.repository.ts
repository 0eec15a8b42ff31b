import { sql } from 'kysely'
import type { Position } from '#server/platform/cursor.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

export async function getReviewableAppointment(tx: Tx, { appointmentId }: { appointmentId: string }) {
  return tx
    .selectFrom('appointments')
    .select(['id', 'status', 'patient_id as patientId', 'center_id as centerId', 'professional_id as professionalId'])
    .where('id', '=', appointmentId)
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

/** False when the appointment has its review already. */
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

type Reviewed = { centerId: string; professionalId: string }

/** Recounts both averages from the rows. The centre's row has to be locked before, or two writers count past each other. */
export async function refreshRatings(tx: Tx, { centerId, professionalId }: Reviewed): Promise<void> {
  await sql`
    update center_profiles set rating = counted.rating, total_reviews = counted.total
    from (select coalesce(avg(rating), 0) as rating, count(*) as total from reviews where center_id = ${centerId}) counted
    where id = ${centerId}`.execute(tx)
  await sql`
    update professionals set rating = counted.rating, total_reviews = counted.total
    from (select coalesce(avg(rating), 0) as rating, count(*) as total from reviews where professional_id = ${professionalId}) counted
    where id = ${professionalId}`.execute(tx)
}

function reviewsWithNames(db: Db | Tx) {
  return (
    db
      .selectFrom('reviews')
      .innerJoin('profiles', 'profiles.id', 'reviews.patient_id')
      .innerJoin('professionals', 'professionals.id', 'reviews.professional_id')
      .select([
        'reviews.id',
        'reviews.rating',
        'reviews.comment',
        'reviews.created_at as createdAt',
        'professionals.full_name as professionalName',
      ])
      // What a deleted account is called is nobody's name.
      .select(sql<string>`case when profiles.status = 'deleted' then '' else profiles.full_name end`.as('authorName'))
  )
}

export async function requireReview(tx: Tx, { reviewId }: { reviewId: string }) {
  return reviewsWithNames(tx).where('reviews.id', '=', reviewId).executeTakeFirstOrThrow()
}

/** Newest first, from after a position on. */
export async function listReviewsOfCenter(
  db: Db,
  { centerId, limit, after }: { centerId: string; limit: number; after: Position | undefined },
) {
  return reviewsWithNames(db)
    .where('reviews.center_id', '=', centerId)
    .$if(after !== undefined, (query) => {
      const { at: createdAt, id } = after as Position
      return query.where(
        sql<boolean>`reviews.created_at <= ${createdAt} and (reviews.created_at < ${createdAt} or reviews.id > ${id})`,
      )
    })
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id')
    .limit(limit)
    .execute()
}

export async function countByRating(db: Db, { centerId }: { centerId: string }): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('reviews')
    .where('center_id', '=', centerId)
    .groupBy('rating')
    .select((eb) => ['rating', eb.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map((row) => [row.rating, row.count]))
}

/** Everything that the person wrote, the oldest first. */
export async function listReviewsOfPatient(db: Db | Tx, { patientId }: { patientId: string }) {
  return db
    .selectFrom('reviews')
    .innerJoin('professionals', 'professionals.id', 'reviews.professional_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'reviews.center_id')
    .where('reviews.patient_id', '=', patientId)
    .orderBy('reviews.created_at')
    .orderBy('reviews.id')
    .select([
      'reviews.id',
      'reviews.appointment_id as appointmentId',
      'center_profiles.center_name as centerName',
      'professionals.full_name as professionalName',
      'reviews.rating',
      'reviews.comment',
      'reviews.created_at as createdAt',
    ])
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
