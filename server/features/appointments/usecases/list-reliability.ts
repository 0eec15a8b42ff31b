import { dayMs } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { listCancellations } from '../repository/reliability.ts'

/** Fewer appointments say too little about a centre. */
const minAppointments = 10
const days = 365

/** The share of the last year's appointments that each centre cancelled. Centres with fewer than ten are absent. */
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
