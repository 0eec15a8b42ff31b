import { pointMovements, points } from '#server/features/loyalty/loyalty.data-export.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A patient's points and their movements. */
export async function pointsOf({ db, recordKeys }: Platform, { userId }: { userId: string }) {
  const ofUser = { userId, recordKeys }
  return { points: await points.read(db, ofUser), pointMovements: await pointMovements.read(db, ofUser) }
}
