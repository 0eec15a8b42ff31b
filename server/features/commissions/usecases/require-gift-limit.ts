import { giftHours } from '#contract/gift-limits.ts'
import type { Staff } from '#server/features/moderation/moderation.policy.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../commissions.errors.ts'
import { mayGiveUp } from '../commissions.policy.ts'
import { sumGivenUp } from '../repository/given-up.ts'

/**
 * Locks what the member of staff gives, so that two actions at once do not each leave the other out of the sum.
 * @throws commissions.admin_only
 */
export async function requireGiftLimit(
  tx: Tx,
  { actor, cents, now }: { actor: Staff; cents: number; now: Date },
): Promise<void> {
  if (cents <= 0) return
  await lockInTransaction(tx, { kind: 'gifts', id: actor.userId })
  const since = new Date(now.getTime() - giftHours * hourMs)
  const givenCents = cents + (await sumGivenUp(tx, { staffId: actor.userId, since }))
  if (!mayGiveUp(actor, { givenCents })) throw fail('commissions.admin_only')
}
