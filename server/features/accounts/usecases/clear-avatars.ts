import type { Platform } from '#server/platform/platform.ts'

import { filterAvatarUrls } from '../repository/accounts.ts'
import { avatarPrefix, avatarUrlOfFile } from '../rules/avatars.ts'

/** A picture that is being saved has its files before its profile knows of them. */
const spareMs = 24 * 3_600_000
const batch = 500

/** Removes pictures of no profile: what a process that died between writing the files and the profile left behind. */
export async function clearAvatars(platform: Platform): Promise<void> {
  const writtenBefore = new Date(platform.clock.now().getTime() - spareMs)
  const names = await platform.files.list({ prefix: avatarPrefix, writtenBefore })
  for (let at = 0; at < names.length; at += batch) {
    const some = names.slice(at, at + batch)
    const used = await filterAvatarUrls(platform.db, some.map(avatarUrlOfFile))
    for (const name of some) if (!used.has(avatarUrlOfFile(name))) await platform.files.remove(name)
  }
}
