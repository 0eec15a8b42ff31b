import { presentOwnCenter } from '#server/features/centers/routes/present-center.ts'
import { readOwnCenter } from '#server/features/centers/usecases/read-own-center.ts'
import { fileOf, photo } from '#server/testing/uploads.ts'
import type { ForeignRows } from './foreign-row.ts'
import { members, owner } from './own-practice.ts'

export const practice: ForeignRows<'practice'> = {
  'practice.figures': members(() => ({})),
  'practice.preview': members(() => ({})),
  'practice.profile': owner(() => ({})),
  'practice.publication': owner(() => ({})),
  // Unchanged values: a request that is not refused changes nothing.
  'practice.update': owner(async ({ centerId }, platform) =>
    presentOwnCenter(await readOwnCenter(platform, { centerId })),
  ),
  'practice.setPublic': owner(() => ({ isPublic: false })),
  'practice.setPin': owner(() => ({ latitude: -34.9, longitude: -56.2 })),
  'practice.setPicture': owner(async () => ({
    kind: 'logo',
    image: fileOf({ content: await photo(), name: 'foto.jpg' }),
  })),
  'practice.removePicture': owner(() => ({ kind: 'cover' })),
}
