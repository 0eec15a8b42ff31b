import { sql } from 'kysely'
import type { CenterRecord } from '#contract/center-records.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

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
