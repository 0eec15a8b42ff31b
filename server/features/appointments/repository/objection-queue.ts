import { type RawBuilder, sql } from 'kysely'
import { type ObjectionKind, objectionKinds } from '#contract/report-kinds.ts'
import type { QueueObjection } from '#contract/reports.ts'
import type { QueueFilter, QueuePage } from '#server/features/moderation/moderation.types.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { containing } from '#server/platform/postgres/like-pattern.ts'

/** An objection in staff's queue. `id`: the appointment. */
export type QueuedObjection = {
  id: string
  centerId: string
  centerName: string
  authorId: string
  authorName: string
  /** Null when the account was deleted. */
  authorEmail: string | null
  isAuthorStaff: boolean
  /** Whether the member of staff is the patient, or works at the centre. */
  isOwn: boolean
  professionalName: string
  serviceName: string
  startsAt: Date
  markedAt: Date
  expectedStartsAt: Date | null
  undonePayment: QueueObjection['undonePayment']
  createdAt: Date
  removedAt: null
  ofCenter: QueueObjection['ofCenter']
  reports: QueueObjection['reports']
  waitingSince: Date | null
  lastActionId: string | null
}

const isoText = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const reports = (kind: ObjectionKind) => sql`
  select coalesce(json_agg(json_build_object('reason', reports.reason, 'at', ${isoText('reports.created_at')},
      'reporterName', case when reporter.status <> 'deleted' then reporter.full_name end,
      'isByCenter', false, 'isOpen', closed_at is null) order by reports.created_at desc), '[]')
  from reports left join profiles reporter on reporter.id = reported_by
  where kind = ${kind} and subject_id = disputed.id`

/** The condition of rules/objections.ts, but also for appointments that the patient rated. */
const isEarlyVisit = sql`moved_by = 'center' and starts_at < expected_starts_at`

/** No-shows are counted as in the list of centres: see sharesOfNoShows of the centres' records. */
const ofCenter = (now: Date): Record<ObjectionKind, RawBuilder<unknown>> => ({
  no_show: sql`
    select json_build_object('recorded', count(*) filter (where status = 'no_show'), 'all', count(*))
    from appointments where center_id = disputed.center_id and booked_by = 'patient'
      and status in ('completed', 'no_show') and starts_at > ${now}::timestamptz - interval '90 days'`,
  cancellation: sql`
    select json_build_object('recorded', count(*) filter (where cancelled_at_desk), 'all', count(*))
    from appointments where center_id = disputed.center_id and booked_by = 'patient'
      and cancelled_by = 'patient' and cancelled_at > ${now}::timestamptz - interval '90 days'`,
  early_visit: sql`
    select json_build_object('recorded', count(*) filter (where ${isEarlyVisit}), 'all', count(*))
    from appointments where center_id = disputed.center_id and booked_by = 'patient'
      and status in ('completed', 'no_show') and starts_at > ${now}::timestamptz - interval '90 days'`,
  invented_visit: sql`
    select json_build_object('recorded', count(*) filter (where booked_by = 'center' and expected_starts_at is null), 'all', count(*))
    from appointments where center_id = disputed.center_id and patient_id is not null
      and status = 'completed' and starts_at > ${now}::timestamptz - interval '90 days'`,
  refund: sql`
    select json_build_object('recorded', count(*) filter (where desk_refunded_at(appointments) is not null), 'all', count(*))
    from appointments where center_id = disputed.center_id and booked_by = 'patient'
      and status = 'completed' and starts_at > ${now}::timestamptz - interval '90 days'`,
  undone_payment: sql`
    select json_build_object('recorded', count(distinct appointment_id) filter (where undone_at is not null), 'all', count(distinct appointment_id))
    from payments where center_id = disputed.center_id and checkout_id is null
      and (undone_at is null or counted_until_undone(payments)) and collected_at > ${now}::timestamptz - interval '90 days'`,
})

const recordedAt: Record<ObjectionKind, RawBuilder<unknown>> = {
  no_show: sql`coalesce(disputed.no_show_at, disputed.updated_at)`,
  cancellation: sql`disputed.cancelled_at`,
  early_visit: sql`coalesce(disputed.completed_at, disputed.no_show_at, disputed.updated_at)`,
  invented_visit: sql`coalesce(disputed.completed_at, disputed.updated_at)`,
  refund: sql`coalesce(desk_refunded_at(disputed), disputed.updated_at)`,
  undone_payment: sql`coalesce((select undone_at from payments where payments.id = disputable_payment(disputed)), disputed.updated_at)`,
}

/** As JSON of PostgreSQL: the instant is a text. */
const undonePayment = (kind: ObjectionKind) =>
  kind === 'undone_payment'
    ? sql`(select json_build_object('amountCents', amount, 'method', method, 'paidAt', ${isoText('collected_at')})
        from payments where payments.id = disputable_payment(disputed))`
    : sql`null::json`

type Viewer = { kind: ObjectionKind; staffId: string; now: Date }

/** `from`: a query that returns the `id` and the sort `key` of each appointment of a page. */
function queued(from: RawBuilder<unknown>, { kind, staffId, now }: Viewer) {
  return sql<QueuedObjection>`
    with page as materialized (${from})
    select disputed.id, disputed.center_id as "centerId", center_profiles.center_name as "centerName",
      author.id as "authorId", author.full_name as "authorName",
      case when author.status <> 'deleted' then author.email end as "authorEmail",
      exists (select from user_roles where user_id = author.id and role in ('admin', 'moderator')) as "isAuthorStaff",
      (author.id = ${staffId}::uuid or exists (select from center_members
        where center_members.center_id = disputed.center_id and user_id = ${staffId}::uuid)) as "isOwn",
      professionals.full_name as "professionalName", services.name as "serviceName",
      disputed.starts_at as "startsAt", disputed.expected_starts_at as "expectedStartsAt", (${recordedAt[kind]}) as "markedAt",
      disputed.starts_at as "createdAt", null as "removedAt", (${ofCenter(now)[kind]}) as "ofCenter", ${undonePayment(kind)} as "undonePayment", (${reports(kind)}) as reports,
      (select min(created_at) from reports
        where kind = ${kind} and subject_id = disputed.id and closed_at is null) as "waitingSince",
      (select id from moderation_actions where target_type = ${kind} and target_id = disputed.id
        order by sequence desc limit 1) as "lastActionId"
    from page join appointments disputed on disputed.id = page.id
    join center_profiles on center_profiles.id = disputed.center_id
    join professionals on professionals.id = disputed.professional_id
    join services on services.id = disputed.service_id
    join profiles author on author.id = disputed.patient_id
    order by page.key, disputed.id`
}

/** The caller has locked the appointment. */
export async function findQueued(
  tx: Tx,
  { appointmentId, ...viewer }: Viewer & { appointmentId: string },
): Promise<QueuedObjection | undefined> {
  const { rows } = await queued(sql`select ${appointmentId}::uuid as id, null::timestamptz as key`, viewer).execute(tx)
  return rows[0]
}

/** Open objections, the oldest first. The other views of the queue have none. */
export async function listQueued(
  db: Db,
  { view, text, limit, after, ...viewer }: QueuePage & Viewer,
): Promise<QueuedObjection[]> {
  if (view !== 'reported') return []
  const beyond = after ? sql`(key, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const page = sql`select id, key from (${open({ kind: viewer.kind, text })}) as listed where ${beyond} order by key, id limit ${limit}`
  const { rows } = await queued(page, viewer).execute(db)
  return rows
}

/** Counts at most `limit` + 1 rows. */
export async function countQueued(
  db: Db,
  { kind, view, text, limit }: QueueFilter & { kind: ObjectionKind; limit: number },
): Promise<number> {
  if (view !== 'reported') return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from (${open({ kind, text })}) as listed limit ${limit + 1}) as counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

function open({ kind, text }: { kind: ObjectionKind; text: string | undefined }): RawBuilder<unknown> {
  const all = sql`select subject_id as id, min(created_at) as key from reports
    where kind = ${kind} and closed_at is null group by subject_id`
  if (!text) return all
  const pattern = sql`fold(${containing(text)})`
  return sql`select listed.id, listed.key from (${all}) as listed
    join appointments on appointments.id = listed.id
    join center_profiles on center_profiles.id = appointments.center_id
    join profiles author on author.id = appointments.patient_id
    where fold(center_name) like ${pattern}
      or author.status <> 'deleted' and fold(author.full_name) || ' ' || fold(author.email) like ${pattern}`
}

/** The account's objections, for the data export; the oldest first. */
export function listObjectionsOf(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('reports')
    .where('kind', 'in', objectionKinds)
    .where('reported_by', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .select(['created_at as createdAt', 'reason', 'closed_at as closedAt', 'subject_id as appointmentId', 'id'])
    .execute()
}
