import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'

import { deleteAllKeys, lockKeys, retireKeys } from '../repository/signing-keys.ts'
import { createKey, deleteExpiredKeys, listKeys } from '../sessions/signing-keys.ts'

const rotateAfterMs = 30 * dayMs
/**
 * This is longer than clients may cache the published keys (600 s), so that they know the key when it begins to sign.
 */
const publishedBeforeMs = 15 * minuteMs

type Rotation = { signsFrom: Date; isNew: boolean }

/**
 * Creates the next signing key. Tokens that the previous key signed stay valid. `early`: even if the newest key is not a month
 * old. Undefined: no key is due.
 */
export async function rotateSigningKeys(
  platform: Platform,
  { early }: { early: boolean },
): Promise<Rotation | undefined> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    await deleteExpiredKeys(tx, now)
    const keys = await listKeys(tx, platform)
    const [newest] = keys
    // A simultaneous request has created it.
    if (newest && newest.signsFrom > now) return { signsFrom: newest.signsFrom, isNew: false }
    if (newest && !early && now.getTime() - newest.signsFrom.getTime() < rotateAfterMs) return undefined
    const signsFrom = newest ? new Date(now.getTime() + publishedBeforeMs) : now
    await createKey(tx, { platform, signsFrom })
    await retireKeys(tx, { kids: keys.map((key) => key.kid), at: signsFrom })
    return { signsFrom, isNew: true }
  })
}

/** Replaces leaked keys: from now on no process accepts tokens of an earlier key. */
export async function replaceSigningKeys(platform: Platform): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    await deleteAllKeys(tx)
    await createKey(tx, { platform, signsFrom: platform.clock.now() })
  })
}
