import {
  convertPicture,
  deleteUnusedPictures,
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

type PictureOfCenter = { centerId: string; userId: string; kind: CenterPicture }

/**
 * Stores the logo or the cover in the sizes that pages show, and deletes the earlier picture. The upload itself is not kept.
 * @throws centers.not_found, centers.owner_only, files.not_an_image
 */
export async function setCenterPicture(
  platform: Platform,
  input: PictureOfCenter & { content: Uint8Array; network?: string | undefined },
): Promise<void> {
  // Converting a picture is expensive, so the permission is checked first.
  await requireOwner(platform.db, input)
  await countAttempt(platform, { name: 'centers.pictures', key: input.userId, limit: 60, windowSeconds: 600 })
  const picture = await convertPicture({ ...input, sender: input.userId, network: input.network })
  if (!picture) throw fail('files.not_an_image', { field: 'image' })
  await changePicture(platform, { ...input, picture })
}

/** @throws centers.not_found, centers.owner_only */
export async function removeCenterPicture(platform: Platform, input: PictureOfCenter): Promise<void> {
  await changePicture(platform, { ...input, picture: null })
}

async function changePicture(
  platform: Platform,
  input: PictureOfCenter & { picture: NewPicture | null },
): Promise<void> {
  await replacePicture(platform, {
    picture: input.picture,
    async swap(tx, url) {
      await lockOwnCenter(tx, input)
      return setPictureUrl(tx, { ...input, url, now: platform.clock.now() })
    },
  })
}

/** Deletes the pictures of a centre that closes, after the caller's transaction has committed. */
export async function queueCenterPictureRemoval(tx: Tx, input: { centerId: string }): Promise<void> {
  await queuePictureRemoval(tx, await listPictureUrls(tx, input))
}

export async function deleteUnusedCenterPictures(platform: Platform): Promise<void> {
  for (const kind of ['logo', 'cover'] as const) {
    await deleteUnusedPictures(platform, {
      kind,
      filterNamed: (urls) => filterPictureUrls(platform.db, { kind, urls }),
    })
  }
}
