import { sql } from 'kysely'
import { centerChangeDays } from '#contract/center-changes.ts'
import type { CenterRecord } from '#contract/center-records.ts'
import type { RecordOrder, RecordStatus } from '#contract/record-statuses.ts'
import { olderThan, type Position } from '#server/platform/cursor.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { alphabetical } from '#server/platform/postgres/alphabetical.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { containing } from '#server/platform/postgres/like-pattern.ts'
import { changesSince } from './center-changes.ts'

const lastActionId = sql<string | null>`(select id from moderation_actions
  where target_type = 'center' and target_id = center_profiles.id order by sequence desc limit 1)`

/** What the desk marked among the appointments that patients booked, as no-show-queue.ts of the appointments counts it. */
const noShowsSince = (since: Date) =>
  sql<{ missed: number; closed: number }>`(select json_build_object(
      'missed', count(*) filter (where status = 'no_show'), 'closed', count(*))
    from appointments where center_id = center_profiles.id and booked_by = 'patient'
      and status in ('completed', 'no_show') and starts_at > ${since})`

/** Of the completed appointments that patients booked, those whose desk recorded that it gave money back, which lowers the commission. */
const deskRefundsSince = (since: Date) =>
  sql<{ refunded: number; completed: number }>`(select json_build_object(
      'refunded', (select count(distinct appointment_id) from payments
        join appointments refunded on refunded.id = appointment_id
        where payments.center_id = center_profiles.id and collected_at > ${since} and refund_reason is not null
          and checkout_id is null and undone_at is null and refunded.booked_by = 'patient'
          and refunded.status = 'completed' and refunded.starts_at > ${since}),
      'completed', count(*))
    from appointments where center_id = center_profiles.id and booked_by = 'patient' and status = 'completed'
      and starts_at > ${since})`

const isOwnerActiveAt = (now: Date) =>
  sql<boolean>`withheld_approval_at is null and (profiles.status = 'active'
    or profiles.status = 'suspended' and profiles.suspended_until <= ${now})
    and exists (select from user_roles where user_id = center_profiles.id and role = 'center')`

/**
 * Staff's approval, also while it is withheld because the owner is suspended or banned: their lists show it, and their actions
 * are about it.
 */
const approvedAt = sql<Date | null>`coalesce(approved_at, withheld_approval_at)`

const worksAt = (staffId: string | null) =>
  sql<boolean>`exists (select from center_members
    where center_members.center_id = center_profiles.id and user_id = ${staffId}::uuid)`

type OfStaff = { centerId: string; staffId: string | null; now: Date }

/** A centre as a member of staff sees it. Before an action, the caller has locked it. `staffId` null: an action of no member. */
export async function findRecord(db: Db | Tx, { centerId, staffId, now }: OfStaff) {
  return db
    .selectFrom('center_profiles')
    .innerJoin('profiles', 'profiles.id', 'center_profiles.id')
    .where('center_profiles.id', '=', centerId)
    .where('profiles.status', '<>', sql.lit('deleted'))
    .select(['center_profiles.id', 'center_name as name', 'profiles.email', 'verified'])
    .select(['latitude', 'is_pin_exact as isPinExact', 'is_public as isPublic'])
    .select([
      approvedAt.as('approvedAt'),
      sql<CenterRecord['complianceStatus']>`compliance_status`.as('complianceStatus'),
      isOwnerActiveAt(now).as('isOwnerActive'),
      worksAt(staffId).as('isOwn'),
      lastActionId.as('lastActionId'),
      changesSince(new Date(now.getTime() - centerChangeDays * dayMs)).as('changes'),
    ])
    .executeTakeFirst()
}

type RecordsPage = {
  staffId: string
  now: Date
  order: RecordOrder
  text: string | undefined
  /** Whether `text` is the whole name instead of part of it. */
  isWhole?: boolean
  status: RecordStatus | undefined
  limit: number
  after: Position | undefined
}

/** A page of centres. In the order of their names, only the id of `after` counts: the last centre of the previous page. */
export async function listRecords(
  db: Db,
  { text, isWhole = false, status, order, staffId, now, limit, after }: RecordsPage,
) {
  const from = [after].filter((position) => position !== undefined)
  const at = { at: 'center_profiles.created_at', id: 'center_profiles.id', after }
  const statusOf = sql<RecordStatus>`case
    when not verified then 'pending' when compliance_status = 'compliant' then 'verified' else 'non_compliant' end`
  return db
    .selectFrom('center_profiles')
    .innerJoin('profiles', 'profiles.id', 'center_profiles.id')
    .where('profiles.status', '<>', sql.lit('deleted'))
    .$if(text !== undefined, (all) =>
      all.where(
        isWhole
          ? sql<boolean>`fold(center_name) = fold(${text})`
          : sql<boolean>`fold(center_name) like fold(${containing(text ?? '')})`,
      ),
    )
    .$if(status !== undefined, (all) => all.where(statusOf, '=', status as RecordStatus))
    .$if(order === 'newest', (all) =>
      all.where(olderThan(at)).orderBy('center_profiles.created_at', 'desc').orderBy('center_profiles.id'),
    )
    .$if(order === 'oldest', (all) =>
      from
        .reduce(
          (rows, { at: instant, id }) =>
            rows.where(sql<boolean>`(center_profiles.created_at, center_profiles.id) > (${instant}, ${id}::uuid)`),
          all,
        )
        .orderBy('center_profiles.created_at')
        .orderBy('center_profiles.id'),
    )
    .$if(order === 'name' || order === 'name_desc', (all) => {
      const isDescending = order === 'name_desc'
      const direction = isDescending ? 'desc' : 'asc'
      return from
        .reduce(
          (rows, { id }) =>
            rows.where(
              sql<boolean>`(${alphabetical('center_name')}, center_profiles.id) ${sql.raw(isDescending ? '<' : '>')}
                ((select last.center_name from center_profiles last where last.id = ${id}::uuid), ${id}::uuid)`,
            ),
          all,
        )
        .orderBy(alphabetical('center_name'), direction)
        .orderBy('center_profiles.id', direction)
    })
    .select(['center_profiles.id', 'center_name as name', 'profiles.email', 'center_profiles.created_at as createdAt'])
    .select([
      statusOf.as('status'),
      approvedAt.as('approvedAt'),
      'latitude',
      'is_pin_exact as isPinExact',
      'verified',
      isOwnerActiveAt(now).as('isOwnerActive'),
      worksAt(staffId).as('isOwn'),
      lastActionId.as('lastActionId'),
      sql<number>`(select count(*) from compliance_checks
        where center_id = center_profiles.id and status = 'pending' and file_name is not null)::int`.as(
        'pendingDocuments',
      ),
      changesSince(new Date(now.getTime() - centerChangeDays * dayMs)).as('changes'),
      noShowsSince(new Date(now.getTime() - 90 * dayMs)).as('noShows'),
      deskRefundsSince(new Date(now.getTime() - 90 * dayMs)).as('deskRefunds'),
    ])
    .limit(limit)
    .execute()
}

export type Approval = {
  approvedAt: Date | null
  verified: boolean
  complianceStatus: CenterRecord['complianceStatus']
}

/** An approval that was withheld until the owner is active again ends with it, so that nothing brings it back. */
export async function setApproval(
  tx: Tx,
  { centerId, now, ...approval }: Approval & { centerId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('center_profiles')
    .set({
      approved_at: approval.approvedAt,
      withheld_approval_at: null,
      verified: approval.verified,
      compliance_status: approval.complianceStatus,
      updated_at: now,
    })
    .where('id', '=', centerId)
    .execute()
}

/** The approval stays as it is. */
export async function setComplianceStatus(
  tx: Tx,
  { centerId, complianceStatus, now }: Pick<Approval, 'complianceStatus'> & { centerId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('center_profiles')
    .set({ compliance_status: complianceStatus, updated_at: now })
    .where('id', '=', centerId)
    .execute()
}
