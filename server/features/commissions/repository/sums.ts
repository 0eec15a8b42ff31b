import { sql } from 'kysely'
import type { CommissionStatus } from '#contract/commission-statuses.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { TrendUnit } from '../rules/periods.ts'

/** The sums by status and by day, week or month, between two local days, both included. */
export async function sumByUnit(db: Db | Tx, { from, to, unit }: { from: string; to: string; unit: TrendUnit }) {
  const { rows } = await sql<{
    from: string
    status: CommissionStatus
    count: number
    paymentCents: number
    commissionCents: number
  }>`
    select to_char(date_trunc(${unit}, day::timestamp), 'YYYY-MM-DD') as "from", status,
      sum(commissions) as count, sum(payment_amount) as "paymentCents", sum(commission_amount) as "commissionCents"
    from commission_sums where day between ${from}::date and ${to}::date
    group by 1, 2`.execute(db)
  return rows
}

/** Compares the stored sums with the commissions. Reads the whole table. */
export async function countWrongSums(tx: Tx): Promise<{ sums: number; wrong: number }> {
  const { rows } = await sql<{ sums: number; wrong: number }>`
    select count(*)::int as sums, count(*) filter (where
      (coalesce(stored.commissions, 0), coalesce(stored.payment_amount, 0), coalesce(stored.commission_amount, 0))
      is distinct from
      (coalesce(actual.commissions, 0), coalesce(actual.payment_amount, 0), coalesce(actual.commission_amount, 0)))::int as wrong
    from commission_sums stored full join summed_commissions actual using (day, status, shard)`.execute(tx)
  return rows[0] ?? { sums: 0, wrong: 0 }
}
