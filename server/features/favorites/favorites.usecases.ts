import { failRequest } from '#contract/errors.ts'
import { maxFavorites } from '#contract/favorite-limits.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { isVisible } from '#server/features/centers/repository/centers.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addressAttempts, countAttempts } from '#server/platform/rate-limit.ts'
import { fail } from './favorites.errors.ts'
import * as repository from './favorites.repository.ts'

/** Of an account, and of the addresses of a household or a clinic. */
const writesPerHour = { account: 240, address: 1200 }

type Caller = { userId: string; address: string }

/**
 * Saves a published centre. Saving it again changes nothing.
 * @throws centers.not_found, favorites.too_many
 */
export async function saveFavorite(
  platform: Platform,
  { centerId, ...caller }: Caller & { centerId: string },
): Promise<void> {
  const { userId } = caller
  await countWrite(platform, caller)
  if (!(await isVisible(platform.db, { centerId }))) throw fail('centers.not_found')
  const { left } = await addFavorites(platform, { userId, items: [{ centerId, savedAt: platform.clock.now() }] })
  if (left.length > 0) throw fail('favorites.too_many')
}

export async function removeFavorite(
  platform: Platform,
  { centerId, ...caller }: Caller & { centerId: string },
): Promise<void> {
  await countWrite(platform, caller)
  await repository.deleteFavorite(platform.db, { userId: caller.userId, centerId })
}

type Kept = { centerId: string; savedAt: Date }

/**
 * Adds the centres that a browser kept for a visitor, each with the moment at which they saved it. Idempotent. The last saved ones
 * are added first while the account has room.
 * @returns the centres for which it has none
 */
export async function mergeFavorites(
  platform: Platform,
  { items, ...caller }: Caller & { items: readonly Kept[] },
): Promise<{ left: string[] }> {
  await countWrite(platform, caller)
  const now = platform.clock.now().getTime()
  // The clock of a browser may be ahead.
  const past = items.map(({ centerId, savedAt }) => ({ centerId, savedAt: new Date(Math.min(savedAt.getTime(), now)) }))
  return addFavorites(platform, { userId: caller.userId, items: past })
}

async function addFavorites(
  platform: Platform,
  { userId, items }: { userId: string; items: readonly Kept[] },
): Promise<{ left: string[] }> {
  const latest = items.toSorted((a, b) => b.savedAt.getTime() - a.savedAt.getTime())
  const bySaving = new Map(latest.toReversed().map((item) => [item.centerId, item]))
  return platform.db.transaction().execute(async (tx) => {
    // Serialises simultaneous requests before the count, and the deletion of the account.
    if (!(await lockUser(tx, userId))) throw failRequest('session.missing')
    const keepable = await repository.listKeepable(tx, { userId, centerIds: [...bySaving.keys()] })
    const isNew = new Set(keepable.filter(({ isSaved }) => !isSaved).map(({ centerId }) => centerId))
    const added = latest.filter((item) => isNew.has(item.centerId) && bySaving.get(item.centerId) === item)
    const room = Math.max(0, maxFavorites - (await repository.countFavorites(tx, { userId })))
    await repository.insertFavorites(tx, { userId, items: added.slice(0, room) })
    return { left: added.slice(room).map(({ centerId }) => centerId) }
  })
}

async function countWrite(platform: Platform, { userId, address }: Caller): Promise<void> {
  const perHour = { name: 'favorites.write', windowSeconds: 3600 }
  await countAttempts(platform, [
    { ...perHour, key: userId, limit: writesPerHour.account },
    ...addressAttempts({ ...perHour, name: 'favorites.address', address, limit: writesPerHour.address }),
  ])
}
