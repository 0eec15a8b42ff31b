import { avatarWidths } from '#contract/avatar.ts'
import { newFileName, queueFileRemoval } from '#server/platform/files.ts'
import { squarePictures } from '#server/platform/images.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'

import { failAccount } from '../accounts.errors.ts'
import { type Account, setAvatarUrl } from '../repository/accounts.ts'
import { lockUser } from '../repository/users.ts'
import { avatarFile, avatarFilesOf, avatarPrefix, avatarUrlOf } from '../rules/avatars.ts'
import { requireAccount } from './edit-profile.ts'

/** Keeps the picture in the sizes that are shown, and nothing else of what was sent. The earlier one goes. */
export async function setAvatar(platform: Platform, o: { userId: string; content: Uint8Array }): Promise<Account> {
  await countAttempt(platform, { name: 'accounts.avatar', key: o.userId, limit: 30, windowSeconds: 600 })
  const pictures = await squarePictures({ content: o.content, widths: avatarWidths })
  if (!pictures) throw failAccount('accounts.not_an_image')
  const stem = newFileName({ prefix: avatarPrefix })
  const avatarUrl = avatarUrlOf({ stem })
  try {
    for (const { width, content } of pictures) {
      await platform.files.write({ name: avatarFile({ stem, width }), content })
    }
    await replaceAvatar(platform, { userId: o.userId, avatarUrl })
  } catch (error) {
    await Promise.allSettled(avatarFilesOf(avatarUrl).map((name) => platform.files.remove(name)))
    throw error
  }
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
    if (!user) throw failAccount('accounts.not_found')
    const earlier = await setAvatarUrl(tx, { ...o, now: platform.clock.now() })
    await queueFileRemoval(tx, avatarFilesOf(earlier))
  })
}
