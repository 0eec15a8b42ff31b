import type { Platform } from '#server/platform/platform.ts'
import { type AddressAttempt, addressAttempts, countAttempts } from '#server/platform/rate-limit.ts'

/** Leaves an address one attempt, as if it had used up the others, without a thousand requests. */
export async function leaveOneAttempt(platform: Platform, attempt: AddressAttempt): Promise<void> {
  const [first] = addressAttempts(attempt)
  if (!first) throw new Error('an address has a network')
  const before = await platform.db.selectFrom('rate_limits').select('key').execute()
  await countAttempts(platform, [first])
  await platform.db
    .updateTable('rate_limits')
    .set({ points: first.limit - 1 })
    .where('key', 'like', `${attempt.name}:%`)
    .where('key', 'not in', [...before.map(({ key }) => key), ''])
    .execute()
}
