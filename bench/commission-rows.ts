import pg from 'pg'
import { benchNow } from './calendar.ts'
import { report, whole } from './figures.ts'

/** The commissions spread over this many years. */
const years = 4

/**
 * Makes the commissions once; they are kept with the marketplace. Staff settle after a month and a half, except for one in a hundred. The rows have no
 * appointments, which staff's lists do not read.
 */
export async function fillCommissions(
  url: string,
  { centers, commissions }: { centers: number; commissions: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from commissions')
  if (rows[0]?.count !== commissions) {
    const startedAt = performance.now()
    await client.query(`set statement_timeout = 0; set synchronous_commit = off; set session_replication_role = replica;
      set work_mem = '256MB'; truncate commissions, commission_sums`)
    await client.query(
      `insert into commissions
         (id, center_id, appointment_id, payment_amount, commission_amount, rate, status, paid_at, created_at)
       select gen_random_uuid(), centers.id, gen_random_uuid(), price, price / 10, 10, status,
         case status when 'paid' then at end, at
       from generate_series(1, ${commissions}) as n
       join (select id, row_number() over () - 1 as index from center_profiles) as centers
         on centers.index = abs(hashint8(n)) % ${centers}
       cross join lateral (select 50000 + abs(hashint8(n + 7)) % 300000 as price,
         date_trunc('milliseconds', $1::timestamptz - n * interval '${years} years' / ${commissions}) as at) as facts
       cross join lateral (select case
         when abs(hashint8(n + 13)) % 100 < 3 then 'cancelled'
         when at > $1::timestamptz - interval '45 days' or abs(hashint8(n + 29)) % 100 = 0 then 'pending'
         else 'paid' end as status) as made`,
      [benchNow],
    )
    await client.query('insert into commission_sums select * from summed_commissions')
    await client.query('vacuum analyze commissions, commission_sums, commission_settlements, moderation_actions')
    report('made', { commissions: whole(commissions), seconds: whole((performance.now() - startedAt) / 1000) })
  }
  await client.end()
}
