import { failRequest } from '#contract/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { takeWithin } from '#server/platform/rate-limit.ts'

/**
 * The limits of one account in 24 hours. Without them, one account could fill a centre's mailbox and history by booking and
 * cancelling in turn, because each booking mails the centre and cancelling frees its allowance. Moves within two minutes
 * share one mail, so their limit is higher.
 */
const perDay = { booked: 40, moved: 120 }
const daySeconds = 86_400
const retryAfterSeconds = 3600

/**
 * Counts a patient's booking or move in its transaction, so one that is rolled back does not count.
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
