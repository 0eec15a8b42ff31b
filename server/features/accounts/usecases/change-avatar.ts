import { clearPictures, makePicture, type NewPicture, replacePicture } from '#server/platform/pictures.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'

import { fail } from '../accounts.errors.ts'
import { type Account, filterAvatarUrls, setAvatarUrl } from '../repository/accounts.ts'
import { lockUser } from '../repository/users.ts'
import { requireAccount } from './edit-profile.ts'

/** Keeps the picture in the sizes that are shown, and nothing else of what was sent. The earlier one goes. */
export async function setAvatar(platform: Platform, o: { userId: string; content: Uint8Array }): Promise<Account> {
  await countAttempt(platform, { name: 'accounts.avatar', key: o.userId, limit: 30, windowSeconds: 600 })
  const picture = await makePicture({ kind: 'avatar', content: o.content })
  if (!picture) throw fail('accounts.not_an_image')
  await changeAvatar(platform, { ...o, picture })
  return requireAccount(platform, o.userId)
}

export async function removeAvatar(platform: Platform, o: { userId: string }): Promise<Account> {
  await changeAvatar(platform, { ...o, picture: null })
  return requireAccount(platform, o.userId)
}

async function changeAvatar(platform: Platform, o: { userId: string; picture: NewPicture | null }): Promise<void> {
  await replacePicture(platform, {
    picture: o.picture,
    async swap(tx, avatarUrl) {
      const user = await lockUser(tx, o.userId)
      // Deleted since the request began: the picture must not come back.
      if (!user) throw fail('accounts.not_found')
      return setAvatarUrl(tx, { userId: o.userId, avatarUrl, now: platform.clock.now() })
    },
  })
}

/** Removes pictures of no profile. */
export async function clearAvatars(platform: Platform): Promise<void> {
  await clearPictures(platform, { kind: 'avatar', filterNamed: (urls) => filterAvatarUrls(platform.db, urls) })
}
