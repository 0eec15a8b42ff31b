import { failRequest } from '#contract/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { takeWithin } from '#server/platform/rate-limit.ts'

/**
 * What one account may do in 24 hours. Cancelling makes room in its allowance, and each booking mails the centre: without
 * this, one account could fill a centre's mailbox and history by booking and cancelling in turn. Moves within two minutes
 * are one mail, so there may be more of them.
 */
const perDay = { booked: 40, moved: 120 }
const daySeconds = 86_400
const retryAfterSeconds = 3600

/**
 * Counts what a patient does to their appointments, at the end of its transaction: what is rolled back is not counted.
 * @throws request.too_many
 */
export async function countChange(
  tx: Tx,
  { platform, userId, change }: { platform: Platform; userId: string; change: keyof typeof perDay },
): Promise<void> {
  const limit = { name: `appointments.${change}_by_patient`, limit: perDay[change], windowSeconds: daySeconds }
  if (!(await takeWithin(tx, { ...limit, secret: platform.secret, key: userId }))) {
    throw failRequest('request.too_many', { retryAfterSeconds })
  }
}
