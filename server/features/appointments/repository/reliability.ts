import { sql } from 'kysely'
import { zone } from '#contract/calendar.ts'
import { dayMs } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** A busy centre's older appointments hardly change its share, and reading each one takes time. */
const maxAppointments = 500

/** Fewer appointments say too little about a centre. */
const minAppointments = 10
const days = 365

/**
 * The share of the last year's appointments that each centre cancelled. Centres with fewer than ten are absent. What a centre cancels of
 * one account on one day counts once, and nothing of accounts that had confirmed no address and never came: it must not pay for
 * clearing away invented bookings.
 */
export async function mapCancelledShares(
  db: Db | Tx,
  { centerIds, now }: { centerIds: readonly string[]; now: Date },
): Promise<Map<string, number>> {
  if (centerIds.length === 0) return new Map()
  const from = new Date(now.getTime() - days * dayMs)
  const rows = await listCancellations(db, { centerIds, from, to: now })
  return new Map(
    rows
      .filter(({ appointments }) => appointments >= minAppointments)
      .map(({ centerId, appointments, cancelled }) => [centerId, cancelled / appointments]),
  )
}

async function listCancellations(
  db: Db | Tx,
  { centerIds, from, to }: { centerIds: readonly string[]; from: Date; to: Date },
): Promise<{ centerId: string; appointments: number; cancelled: number }[]> {
  const { rows } = await sql<{ centerId: string; appointments: number; cancelled: number }>`
    select center_id as "centerId", (count(*) filter (where not by_center) + count(distinct act) filter (where by_center))::int as appointments,
      (count(distinct act) filter (where by_center))::int as cancelled
    from unnest(${centerIds}::uuid[]) as centers (id) cross join lateral (
      select center_id, coalesce(cancelled_by = 'center', false) as by_center,
        (coalesce(patient_id, guest_id), (cancelled_at at time zone ${zone})::date) as act
      from appointments
      where center_id = centers.id and starts_at >= ${from} and starts_at < ${to} and status <> 'held'
        and not cancelled_unproven and not freed_unconfirmed
      order by starts_at desc limit ${maxAppointments}) as recent
    group by center_id`.execute(db)
  return rows
}
