import { lockOwnCenter, requireOwner } from '#server/features/centers/usecases/require-member.ts'
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

import { fail } from '../professionals.errors.ts'
import { filterPhotoUrls, listPhotoUrls, setPhotoUrl } from '../repository/photos.ts'

type Own = { centerId: string; professionalId: string; userId: string }

/**
 * Keeps the photo in the sizes that are shown, and nothing else of what was sent. The earlier one goes.
 * @throws centers.not_found, centers.owner_only, team.professional_not_found, files.not_an_image
 */
export async function setProfessionalPhoto(platform: Platform, o: Own & { content: Uint8Array }): Promise<void> {
  // Whoever may not do it gets no picture made either.
  await requireOwner(platform.db, o)
  await countAttempt(platform, { name: 'professionals.photos', key: o.userId, limit: 60, windowSeconds: 600 })
  const picture = await makePicture({ kind: 'photo', content: o.content })
  if (!picture) throw fail('files.not_an_image', { field: 'image' })
  await changePhoto(platform, { ...o, picture })
}

/** @throws centers.not_found, centers.owner_only, team.professional_not_found */
export async function removeProfessionalPhoto(platform: Platform, o: Own): Promise<void> {
  await changePhoto(platform, { ...o, picture: null })
}

async function changePhoto(platform: Platform, o: Own & { picture: NewPicture | null }): Promise<void> {
  await replacePicture(platform, {
    picture: o.picture,
    async swap(tx, url) {
      await lockOwnCenter(tx, o)
      const replaced = await setPhotoUrl(tx, { ...o, url })
      if (!replaced) throw fail('team.professional_not_found')
      return replaced.earlier
    },
  })
}

/** The centre closes for good: nothing will name its team's photos when the caller's transaction has happened. */
export async function queuePhotoRemoval(tx: Tx, o: { centerId: string }): Promise<void> {
  await queuePictureRemoval(tx, await listPhotoUrls(tx, o))
}

/** Removes photos of no professional. */
export async function clearPhotos(platform: Platform): Promise<void> {
  await clearPictures(platform, { kind: 'photo', filterNamed: (urls) => filterPhotoUrls(platform.db, urls) })
}
