import { keepFiles } from '#server/platform/files.ts'
import { makePicture, queuePictureRemoval } from '#server/platform/pictures.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'

import { fail } from '../accounts.errors.ts'
import { type Account, setAvatarUrl } from '../repository/accounts.ts'
import { lockUser } from '../repository/users.ts'
import { requireAccount } from './edit-profile.ts'

/** Keeps the picture in the sizes that are shown, and nothing else of what was sent. The earlier one goes. */
export async function setAvatar(platform: Platform, o: { userId: string; content: Uint8Array }): Promise<Account> {
  await countAttempt(platform, { name: 'accounts.avatar', key: o.userId, limit: 30, windowSeconds: 600 })
  const picture = await makePicture({ kind: 'avatar', content: o.content })
  if (!picture) throw fail('accounts.not_an_image')
  await keepFiles({
    files: platform.files,
    written: picture.files,
    commit: () => replaceAvatar(platform, { userId: o.userId, avatarUrl: picture.url }),
  })
  return requireAccount(platform, o.userId)
}

export async function removeAvatar(platform: Platform, o: { userId: string }): Promise<Account> {
  await replaceAvatar(platform, { ...o, avatarUrl: null })
  return requireAccount(platform, o.userId)
}

/** The earlier picture's files go once the transaction, after which nothing names them, has happened. */
async function replaceAvatar(platform: Platform, o: { userId: string; avatarUrl: string | null }): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, o.userId)
    // Deleted since the request began: the picture must not come back.
    if (!user) throw fail('accounts.not_found')
    const earlier = await setAvatarUrl(tx, { ...o, now: platform.clock.now() })
    await queuePictureRemoval(tx, [earlier])
  })
}
