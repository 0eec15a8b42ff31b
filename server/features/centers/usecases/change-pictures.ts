import { keepFiles } from '#server/platform/files.ts'
import { clearPictures, makePicture, queuePictureRemoval } from '#server/platform/pictures.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'

import { fail } from '../centers.errors.ts'
import { type CenterPicture, filterPictureUrls, listPictureUrls, setPictureUrl } from '../repository/pictures.ts'
import { lockOwnCenter, requireOwner } from './require-member.ts'

type Own = { centerId: string; userId: string; kind: CenterPicture }

/**
 * Keeps the logo or the cover in the sizes that are shown, and nothing else of what was sent. The earlier one goes.
 * @throws centers.not_found, centers.owner_only, files.not_an_image
 */
export async function setCenterPicture(platform: Platform, o: Own & { content: Uint8Array }): Promise<void> {
  // Whoever may not do it gets no picture made either.
  await requireOwner(platform.db, o)
  await countAttempt(platform, { name: 'centers.pictures', key: o.userId, limit: 60, windowSeconds: 600 })
  const picture = await makePicture(o)
  if (!picture) throw fail('files.not_an_image', { field: 'image' })
  await keepFiles({
    files: platform.files,
    written: picture.files,
    commit: () => replacePicture(platform, { ...o, url: picture.url }),
  })
}

/** @throws centers.not_found, centers.owner_only */
export async function removeCenterPicture(platform: Platform, o: Own): Promise<void> {
  await replacePicture(platform, { ...o, url: null })
}

/** The earlier picture's files go once the transaction, after which nothing names them, has happened. */
async function replacePicture(platform: Platform, o: Own & { url: string | null }): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, o)
    const earlier = await setPictureUrl(tx, { ...o, now: platform.clock.now() })
    await queuePictureRemoval(tx, [earlier])
  })
}

/** The centre closes for good: nothing will name them when the caller's transaction has happened. */
export async function queueCenterPictureRemoval(tx: Tx, o: { centerId: string }): Promise<void> {
  await queuePictureRemoval(tx, await listPictureUrls(tx, o))
}

/** Removes logos and covers of no centre. */
export async function clearCenterPictures(platform: Platform): Promise<void> {
  for (const kind of ['logo', 'cover'] as const) {
    await clearPictures(platform, { kind, filterNamed: (urls) => filterPictureUrls(platform.db, { kind, urls }) })
  }
}
