import { clearPictures } from '#server/platform/pictures.ts'
import type { Platform } from '#server/platform/platform.ts'

import { filterAvatarUrls } from '../repository/accounts.ts'

/** Removes pictures of no profile. */
export async function clearAvatars(platform: Platform): Promise<void> {
  await clearPictures(platform, { kind: 'avatar', filterNamed: (urls) => filterAvatarUrls(platform.db, urls) })
}
