import { sql } from 'kysely'
import type { Db } from '#server/platform/postgres/database.ts'
import type { CsvRow } from '../rules/csv.ts'

export type ExportRow = CsvRow & { id: string }

/** Reserves an account's export until the transaction ends. @returns false while another export of the account runs anywhere */
export async function reserveExport(db: Db, { userId }: { userId: string }): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('commissions.csv'), hashtext(${userId})) as "isFree"`.execute(db)
  return rows[0]?.isFree ?? false
}

type ExportPage = { startsAt: Date; endsAt: Date; limit: number; after: ExportRow | undefined }

/** Newest first, from the row after `after`. */
export async function listForExport(db: Db, { startsAt, endsAt, limit, after }: ExportPage): Promise<ExportRow[]> {
  const isAfter = after
    ? sql`commissions.created_at <= ${after.createdAt}
        and (commissions.created_at < ${after.createdAt} or commissions.id > ${after.id})`
    : sql`true`
  const { rows } = await sql<ExportRow>`
    select commissions.id, center_name as "centerName", payment_amount as "paymentCents",
      commission_amount as "commissionCents", commissions.status, commissions.created_at as "createdAt"
    from commissions join center_profiles on center_profiles.id = center_id
    where commissions.created_at >= ${startsAt} and commissions.created_at < ${endsAt} and ${isAfter}
    order by commissions.created_at desc, commissions.id limit ${limit}`.execute(db)
  return rows
}
