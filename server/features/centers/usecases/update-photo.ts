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
import { filterPhotoUrls, listPhotoUrls, setPhotoUrl } from '../repository/pictures.ts'
import { lockOwnCenter, requireOwner } from './require-member.ts'

type ProfessionalByOwner = { centerId: string; professionalId: string; userId: string }

/**
 * Converts the upload into the stored sizes, and deletes the previous photo.
 * @throws centers.not_found, centers.owner_only, team.professional_not_found, files.not_an_image
 */
export async function setProfessionalPhoto(
  platform: Platform,
  input: ProfessionalByOwner & { content: Uint8Array; network?: string | undefined },
): Promise<void> {
  // Converting a picture is expensive, so the permission is checked first.
  await requireOwner(platform.db, input)
  await countAttempt(platform, { name: 'professionals.photos', key: input.userId, limit: 60, windowSeconds: 600 })
  const picture = await convertPicture({
    kind: 'photo',
    content: input.content,
    sender: input.userId,
    network: input.network,
  })
  if (!picture) throw fail('files.not_an_image', { field: 'image' })
  await storePhoto(platform, { ...input, picture })
}

/** @throws centers.not_found, centers.owner_only, team.professional_not_found */
export async function removeProfessionalPhoto(platform: Platform, input: ProfessionalByOwner): Promise<void> {
  await storePhoto(platform, { ...input, picture: null })
}

async function storePhoto(
  platform: Platform,
  input: ProfessionalByOwner & { picture: NewPicture | null },
): Promise<void> {
  await replacePicture(platform, {
    picture: input.picture,
    async swap(tx, url) {
      await lockOwnCenter(tx, input)
      const previous = await setPhotoUrl(tx, { ...input, url })
      if (!previous) throw fail('team.professional_not_found')
      return previous.url
    },
  })
}

/** Queues the deletion of the team's photos of a centre that is closed, for after the transaction's commit. */
export async function queuePhotoRemoval(tx: Tx, input: { centerId: string }): Promise<void> {
  await queuePictureRemoval(tx, await listPhotoUrls(tx, input))
}

export async function deleteUnusedPhotos(platform: Platform): Promise<void> {
  await deleteUnusedPictures(platform, { kind: 'photo', filterNamed: (urls) => filterPhotoUrls(platform.db, urls) })
}
