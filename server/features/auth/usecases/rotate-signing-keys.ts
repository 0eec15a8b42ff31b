import type { Platform } from '#server/platform/platform.ts'

import { deleteAllKeys, lockKeys, retireKeys } from '../repository/signing-keys.ts'
import { deleteExpiredKeys, listKeys, makeKey } from '../sessions/signing-keys.ts'

const rotateAfterMs = 30 * 86_400_000
/** Longer than anybody may keep the published keys (600 s), so that whoever verifies knows the key when it begins to sign. */
const publishedBeforeMs = 15 * 60_000

type Rotation = { signsFrom: Date; isNew: boolean }

/**
 * Makes the key that takes over, and says from when. What the one before has signed stays good.
 * `early`: although the newest key is not old yet. Undefined: nothing to do.
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
    // Whoever asked a moment before made it.
    if (newest && newest.signsFrom > now) return { signsFrom: newest.signsFrom, isNew: false }
    if (newest && !early && now.getTime() - newest.signsFrom.getTime() < rotateAfterMs) return undefined
    const signsFrom = newest ? new Date(now.getTime() + publishedBeforeMs) : now
    await makeKey(tx, { platform, signsFrom })
    await retireKeys(tx, { kids: keys.map((key) => key.kid), at: signsFrom })
    return { signsFrom, isNew: true }
  })
}

/** For a key that somebody else may hold: from now on no process accepts what any key of before has signed. */
export async function replaceSigningKeys(platform: Platform): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    await deleteAllKeys(tx)
    await makeKey(tx, { platform, signsFrom: platform.clock.now() })
  })
}
