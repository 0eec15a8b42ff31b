import { setAvatarUrl } from '#server/features/auth/repository/profiles.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { convertPicture, deleteUnusedPictures, type NewPicture, replacePicture } from '#server/platform/pictures.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../accounts.errors.ts'
import { type Account, filterAvatarUrls } from '../repository/accounts.ts'
import { requireAccount } from './update-profile.ts'

/** Stores the picture in the displayed sizes only, and deletes the earlier one. */
export async function setAvatar(
  platform: Platform,
  input: { userId: string; content: Uint8Array; network?: string | undefined },
): Promise<Account> {
  await countAttempt(platform, { name: 'accounts.avatar', key: input.userId, limit: 30, windowSeconds: 600 })
  const picture = await convertPicture({
    kind: 'avatar',
    content: input.content,
    sender: input.userId,
    network: input.network,
  })
  if (!picture) throw fail('accounts.not_an_image')
  await changeAvatar(platform, { ...input, picture })
  return requireAccount(platform, input.userId)
}

export async function removeAvatar(platform: Platform, input: { userId: string }): Promise<Account> {
  await changeAvatar(platform, { ...input, picture: null })
  return requireAccount(platform, input.userId)
}

async function changeAvatar(
  platform: Platform,
  { picture, userId }: { userId: string; picture: NewPicture | null },
): Promise<void> {
  await replacePicture(platform, {
    picture,
    async swap(tx, avatarUrl) {
      const user = await lockUser(tx, userId)
      // An account deleted since the request began must not get a picture again.
      if (!user) throw fail('accounts.not_found')
      return setAvatarUrl(tx, { userId, avatarUrl, now: platform.clock.now() })
    },
  })
}

export async function deleteUnusedAvatars(platform: Platform): Promise<void> {
  await deleteUnusedPictures(platform, { kind: 'avatar', filterNamed: (urls) => filterAvatarUrls(platform.db, urls) })
}
