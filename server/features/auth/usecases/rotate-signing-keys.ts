import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'

import { deleteAllKeys, lockKeys, retireKeys } from '../repository/signing-keys.ts'
import { deleteExpiredKeys, listKeys, makeKey } from '../sessions/signing-keys.ts'

const rotateAfterMs = 30 * dayMs
/** Longer than clients may cache the published keys (600 s), so that they know the key when it begins to sign. */
const publishedBeforeMs = 15 * minuteMs

type Rotation = { signsFrom: Date; isNew: boolean }

/**
 * Makes the next signing key. Tokens that the previous one signed stay valid. `early`: also when the newest key is not old yet.
 * Undefined: nothing to do.
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
    // A simultaneous request made it.
    if (newest && newest.signsFrom > now) return { signsFrom: newest.signsFrom, isNew: false }
    if (newest && !early && now.getTime() - newest.signsFrom.getTime() < rotateAfterMs) return undefined
    const signsFrom = newest ? new Date(now.getTime() + publishedBeforeMs) : now
    await makeKey(tx, { platform, signsFrom })
    await retireKeys(tx, { kids: keys.map((key) => key.kid), at: signsFrom })
    return { signsFrom, isNew: true }
  })
}

/** For a leaked key: no process accepts tokens of any earlier key from now on. */
export async function replaceSigningKeys(platform: Platform): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    await deleteAllKeys(tx)
    await makeKey(tx, { platform, signsFrom: platform.clock.now() })
  })
}
