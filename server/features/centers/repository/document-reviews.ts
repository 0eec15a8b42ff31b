import { type RawBuilder, sql } from 'kysely'
import type { CheckType } from '#contract/check-types.ts'
import type { ComplianceCheck } from '#contract/compliance.ts'
import type { DocumentList, DocumentOrder } from '#contract/record-statuses.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { containing } from '#server/platform/postgres/like-pattern.ts'

/** Whether the centre uploaded a newer document of this type. */
const isReplaced = sql<boolean>`exists (select from compliance_checks newer
  where newer.center_id = checks.center_id and newer.check_type = checks.check_type and newer.file_name is not null
    and (newer.created_at, newer.id) > (checks.created_at, checks.id))`

const worksAt = (staffId: string) =>
  sql<boolean>`exists (select from center_members
    where center_members.center_id = checks.center_id and user_id = ${staffId}::uuid)`

const lastActionId = sql<string | null>`(select id from moderation_actions
  where target_type = 'document' and target_id = checks.id order by sequence desc limit 1)`

type Registration = { name: string; number: string }

/** The numbers that the active professionals of the centre declare. */
const registrations = sql<Registration[]>`coalesce((
  select json_agg(json_build_object('name', full_name, 'number', registration_number) order by created_at, id)
  from professionals
  where professionals.center_id = checks.center_id and is_active and registration_number is not null), '[]')`

export async function findUploaded(db: Db | Tx, { checkId, staffId }: { checkId: string; staffId: string }) {
  return db
    .selectFrom('compliance_checks as checks')
    .innerJoin('center_profiles', 'center_profiles.id', 'checks.center_id')
    .innerJoin('profiles', 'profiles.id', 'checks.center_id')
    .where('checks.id', '=', checkId)
    .where('file_name', 'is not', null)
    .where('profiles.status', '<>', sql.lit('deleted'))
    .select(['checks.id', 'checks.center_id as centerId', 'center_name as centerName'])
    .select(['profiles.email', 'checks.notes'])
    .select((eb) => eb('approved_at', 'is not', null).$castTo<boolean>().as('isApproved'))
    .select(['checked_at as checkedAt', 'checked_by as checkedBy', 'original_name as fileName'])
    .select(['requested_at as requestedAt', 'request_reason as requestReason', 'was_approved as wasApproved'])
    .select([
      sql<ComplianceCheck['status']>`checks.status`.as('status'),
      sql<CheckType>`checks.check_type`.as('type'),
      sql<string | null>`checks.expiry_date`.as('expiryDate'),
      isReplaced.as('isReplaced'),
      worksAt(staffId).as('isOwn'),
    ])
    .executeTakeFirst()
}

export type Review = {
  status: ComplianceCheck['status']
  notes: string
  expiryDate: string | null
  checkedAt: Date | null
  checkedBy: string | null
  requestedAt: Date | null
  requestReason: string | null
  /** Whether staff have ever approved it; undefined: as before, and true once they approve it. */
  wasApproved?: boolean | undefined
}

export async function setReview(tx: Tx, { checkId, ...review }: Review & { checkId: string }): Promise<void> {
  const wasApproved = review.wasApproved ?? (review.status === 'approved' ? true : undefined)
  await tx
    .updateTable('compliance_checks')
    .set({
      status: review.status,
      notes: review.notes,
      expiry_date: review.expiryDate,
      checked_at: review.checkedAt,
      checked_by: review.checkedBy,
      requested_at: review.requestedAt,
      request_reason: review.requestReason,
    })
    .$if(wasApproved !== undefined, (change) => change.set({ was_approved: wasApproved ?? false }))
    .where('id', '=', checkId)
    .execute()
}

export async function listReviewFacts(db: Db, { centerId, staffId }: { centerId: string; staffId: string }) {
  const rows = await db
    .selectFrom('compliance_checks as checks')
    .where('center_id', '=', centerId)
    .select(['checks.id', lastActionId.as('lastActionId'), isReplaced.as('isReplaced'), worksAt(staffId).as('isOwn')])
    .select(registrations.as('registrations'))
    .execute()
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/** The last row of a page. `key`: the instant or day by which the list is ordered; the day `infinity` comes last. */
export type QueuePosition = { key: Date | string; id: string }

/** `returned`: the open ones that the centre has to upload again; they and those of `pending` and `missing` are the list `open`. */
export type QueueList = Exclude<DocumentList, 'open'> | 'returned'

type QueuePage = {
  /** The last day of a document that lapses soon. */
  lastDay: string
  staffId: string
  list: QueueList
  text: string | undefined
  type: CheckType | undefined
  order: DocumentOrder
  limit: number
  after: QueuePosition | undefined
}

const orders: Record<DocumentOrder, { key: RawBuilder<unknown>; isDescending: boolean }> = {
  oldest: { key: sql`checks.created_at`, isDescending: false },
  newest: { key: sql`checks.created_at`, isDescending: true },
  expiry: { key: sql`coalesce(checks.expiry_date, 'infinity'::date)`, isDescending: false },
}

/** The condition of each list. The statuses are literals, so that PostgreSQL can use the partial indexes. */
function inList(list: QueueList, lastDay: string): RawBuilder<boolean> {
  switch (list) {
    case 'requested':
      return sql`checks.requested_at is not null`
    case 'expiring':
      return sql`checks.status = 'approved' and coalesce(checks.expiry_date, 'infinity'::date) <= ${lastDay}::date`
    case 'returned':
      return sql`(checks.status in ('rejected', 'expired') or checks.status = 'pending' and checks.requested_at is not null)
        and (checks.file_name is null or not ${isReplaced})`
    case 'pending':
      return sql`checks.requested_at is null and checks.status = 'pending' and checks.file_name is not null`
    case 'missing':
      return sql`checks.requested_at is null and checks.status = 'pending' and checks.file_name is null`
    case 'approved':
    case 'rejected':
    case 'expired':
      return sql`checks.requested_at is null and checks.status = ${sql.lit(list)}`
  }
}

export async function listQueue(db: Db, { staffId, lastDay, list, text, type, order, limit, after }: QueuePage) {
  const { key, isDescending } = orders[order]
  const direction = isDescending ? 'desc' : 'asc'
  return (
    db
      .selectFrom('compliance_checks as checks')
      .innerJoin('center_profiles', 'center_profiles.id', 'checks.center_id')
      .innerJoin('profiles', 'profiles.id', 'checks.center_id')
      .where(inList(list, lastDay))
      .where('profiles.status', '<>', sql.lit('deleted'))
      // PostgreSQL finds a few centres by the index of names, and filters many in the order of the list.
      .$if(text !== undefined, (all) =>
        all.where(
          sql<boolean>`checks.center_id in (select id from center_profiles
          where fold(center_name) like fold(${containing(text ?? '')}))`,
        ),
      )
      .$if(type !== undefined, (all) => all.where('check_type', '=', type as CheckType))
      .$if(after !== undefined, (all) =>
        all.where(
          sql<boolean>`(${key}, checks.id) ${sql.raw(isDescending ? '<' : '>')} (${after?.key}, ${after?.id}::uuid)`,
        ),
      )
      .orderBy(key, direction)
      .orderBy('checks.id', direction)
      .limit(limit)
      .select(['checks.id', 'checks.center_id as centerId', 'center_name as centerName', 'checks.notes'])
      .select(['original_name as fileName', 'checked_at as checkedAt', 'checks.created_at as createdAt'])
      .select('request_reason as requestReason')
      .select([
        sql<ComplianceCheck['status']>`checks.status`.as('status'),
        sql<CheckType>`checks.check_type`.as('type'),
        sql<string | null>`checks.expiry_date`.as('expiryDate'),
        lastActionId.as('lastActionId'),
        isReplaced.as('isReplaced'),
        worksAt(staffId).as('isOwn'),
        registrations.as('registrations'),
      ])
      .execute()
  )
}

/** At most so many reviews count. */
const countedReviews = 200

/**
 * How many hours the first reviews of documents uploaded since then took. A rejection of a document that was approved before is a
 * second review.
 */
export async function listReviewHours(db: Db, { since }: { since: Date }): Promise<number[]> {
  const { rows } = await sql<{ hours: number }>`
    select (extract(epoch from checked_at - created_at) / 3600)::float8 as hours from (
      (select checked_at, created_at from compliance_checks
        where status = 'approved' and created_at >= ${since} and checked_at is not null
        order by created_at desc limit ${countedReviews})
      union all
      (select checked_at, created_at from compliance_checks
        where status = 'rejected' and not was_approved and created_at >= ${since} and checked_at is not null
        order by created_at desc limit ${countedReviews})) as reviewed`.execute(db)
  return rows.map(({ hours }) => hours)
}
