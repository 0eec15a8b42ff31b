import { dayMs } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { listCancellations } from '../repository/reliability.ts'

/** Fewer appointments say too little about a centre. */
export const fewestAppointments = 10
const days = 365

/** By centre: the share of the appointments of the last year that the centre cancelled. Absent with fewer than ten. */
export async function mapCancelledShares(
  db: Db | Tx,
  { centerIds, now }: { centerIds: readonly string[]; now: Date },
): Promise<Map<string, number>> {
  if (centerIds.length === 0) return new Map()
  const from = new Date(now.getTime() - days * dayMs)
  const rows = await listCancellations(db, { centerIds, from, to: now })
  return new Map(
    rows
      .filter(({ appointments }) => appointments >= fewestAppointments)
      .map(({ centerId, appointments, cancelled }) => [centerId, cancelled / appointments]),
  )
}
