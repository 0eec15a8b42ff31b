import { sql } from 'kysely'
import type { CenterRecord } from '#contract/center-records.ts'
import type { RecordStatus } from '#contract/record-statuses.ts'
import { olderThan, type Position } from '#server/platform/cursor.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { containing } from '#server/platform/postgres/like-pattern.ts'

/** A centre as staff see it. The caller locks it before a measure. */
export async function findRecord(db: Db | Tx, { centerId, now }: { centerId: string; now: Date }) {
  return db
    .selectFrom('center_profiles')
    .innerJoin('profiles', 'profiles.id', 'center_profiles.id')
    .where('center_profiles.id', '=', centerId)
    .where('profiles.status', '<>', sql.lit('deleted'))
    .select(['center_profiles.id', 'center_name as name', 'profiles.email', 'verified', 'approved_at as approvedAt'])
    .select([
      sql<CenterRecord['complianceStatus']>`compliance_status`.as('complianceStatus'),
      sql<boolean>`withheld_approval_at is null and (profiles.status = 'active'
        or profiles.status = 'suspended' and profiles.suspended_until <= ${now})`.as('isOwnerActive'),
      sql<string | null>`(select id from moderation_actions
        where target_type = 'center' and target_id = center_profiles.id order by sequence desc limit 1)`.as(
        'lastMeasureId',
      ),
    ])
    .executeTakeFirst()
}

type Page = {
  text: string | undefined
  status: RecordStatus | undefined
  limit: number
  after: Position | undefined
}

/** Newest first. */
export async function listRecords(db: Db, { text, status, limit, after }: Page) {
  const statusOf = sql<RecordStatus>`case
    when not verified then 'pending' when compliance_status = 'compliant' then 'verified' else 'non_compliant' end`
  return db
    .selectFrom('center_profiles')
    .innerJoin('profiles', 'profiles.id', 'center_profiles.id')
    .where('profiles.status', '<>', sql.lit('deleted'))
    .$if(text !== undefined, (all) => all.where(sql<boolean>`search_text like fold(${containing(text ?? '')})`))
    .$if(status !== undefined, (all) => all.where(statusOf, '=', status as RecordStatus))
    .where(olderThan({ at: 'center_profiles.created_at', id: 'center_profiles.id', after }))
    .select(['center_profiles.id', 'center_name as name', 'profiles.email', 'center_profiles.created_at as createdAt'])
    .select([
      statusOf.as('status'),
      sql<boolean>`approved_at is not null`.as('isApproved'),
      sql<number>`(select count(*) from compliance_checks
        where center_id = center_profiles.id and status = 'pending' and file_name is not null)::int`.as(
        'pendingDocuments',
      ),
    ])
    .orderBy('center_profiles.created_at', 'desc')
    .orderBy('center_profiles.id')
    .limit(limit)
    .execute()
}

export type Approval = {
  approvedAt: Date | null
  verified: boolean
  complianceStatus: CenterRecord['complianceStatus']
}

export async function setApproval(
  tx: Tx,
  { centerId, now, ...approval }: Approval & { centerId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('center_profiles')
    .set({
      approved_at: approval.approvedAt,
      verified: approval.verified,
      compliance_status: approval.complianceStatus,
      updated_at: now,
    })
    .where('id', '=', centerId)
    .execute()
}
