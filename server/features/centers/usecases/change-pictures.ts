import {
  clearPictures,
  makePicture,
  type NewPicture,
  queuePictureRemoval,
  replacePicture,
} from '#server/platform/pictures.ts'
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
  await changePicture(platform, { ...o, picture })
}

/** @throws centers.not_found, centers.owner_only */
export async function removeCenterPicture(platform: Platform, o: Own): Promise<void> {
  await changePicture(platform, { ...o, picture: null })
}

async function changePicture(platform: Platform, o: Own & { picture: NewPicture | null }): Promise<void> {
  await replacePicture(platform, {
    picture: o.picture,
    async swap(tx, url) {
      await lockOwnCenter(tx, o)
      return setPictureUrl(tx, { ...o, url, now: platform.clock.now() })
    },
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
