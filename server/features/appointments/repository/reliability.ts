import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** A busy centre's older appointments hardly change its share, and reading each one takes time. */
const maxAppointments = 500

export async function listCancellations(
  db: Db | Tx,
  { centerIds, from, to }: { centerIds: readonly string[]; from: Date; to: Date },
): Promise<{ centerId: string; appointments: number; cancelled: number }[]> {
  const { rows } = await sql<{ centerId: string; appointments: number; cancelled: number }>`
    select center_id as "centerId", count(*)::int as appointments,
      (count(*) filter (where cancelled_by = 'center'))::int as cancelled
    from unnest(${centerIds}::uuid[]) as centers (id) cross join lateral (
      select center_id, cancelled_by from appointments
      where center_id = centers.id and starts_at >= ${from} and starts_at < ${to} and status <> 'held'
      order by starts_at desc limit ${maxAppointments}) as recent
    group by center_id`.execute(db)
  return rows
}
