import { mergeWeeklyIntervals, type WeeklyInterval } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as availability from '../repository/availability.ts'

/**
 * Replaces the professional's weekly hours. Adjoining or overlapping intervals become one; in an empty week the
 * professional does not work.
 */
export async function setWeeklyHours(
  tx: Tx,
  { professionalId, intervals }: { professionalId: string; intervals: readonly WeeklyInterval[] },
): Promise<void> {
  await availability.lockProfessional(tx, { professionalId })
  await availability.replaceHours(tx, { professionalId, intervals: mergeWeeklyIntervals(intervals) })
}
