import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type PictureKind, pictureAddress, pictureKinds } from '#contract/pictures.ts'
import {
  deleteUnusedPhotos,
  removeProfessionalPhoto,
  setProfessionalPhoto,
} from '#server/features/professionals/usecases/update-photo.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { buildCenter, buildMember, buildProfessional } from '#server/testing/builders.ts'
import { runJobs, type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { listStoredFiles, photo } from '#server/testing/uploads.ts'

import { deleteUnusedCenterPictures, removeCenterPicture, setCenterPicture } from './update-pictures.ts'

const green = await photo()
const sand = await photo({ background: '#fbf8f3' })

type Place = Awaited<ReturnType<typeof makePlace>>
async function makePlace() {
  const platform = await testPlatform()
  const { centerId, professionalId } = await buildProfessional(platform)
  return { platform, centerId, professionalId, userId: centerId }
}

/** Logo, cover and photo share their code, so each test runs for all three. */
const kinds = {
  logo: {
    set: (input: Place, content: Uint8Array) => setCenterPicture(input.platform, { ...input, kind: 'logo', content }),
    remove: (input: Place) => removeCenterPicture(input.platform, { ...input, kind: 'logo' }),
    urlOf: async ({ platform, centerId }: Place) => (await centerRow(platform, centerId)).logo_url,
  },
  cover: {
    set: (input: Place, content: Uint8Array) => setCenterPicture(input.platform, { ...input, kind: 'cover', content }),
    remove: (input: Place) => removeCenterPicture(input.platform, { ...input, kind: 'cover' }),
    urlOf: async ({ platform, centerId }: Place) => (await centerRow(platform, centerId)).cover_url,
  },
  photo: {
    set: (input: Place, content: Uint8Array) => setProfessionalPhoto(input.platform, { ...input, content }),
    remove: (input: Place) => removeProfessionalPhoto(input.platform, input),
    async urlOf({ platform, professionalId }: Place) {
      const query = platform.db.selectFrom('professionals').select('photo_url').where('id', '=', professionalId)
      return (await query.executeTakeFirstOrThrow()).photo_url
    },
  },
} satisfies Partial<Record<PictureKind, unknown>>

function centerRow({ db }: TestPlatform, centerId: string) {
  return db
    .selectFrom('center_profiles')
    .select(['logo_url', 'cover_url'])
    .where('id', '=', centerId)
    .executeTakeFirstOrThrow()
}

function filesOf(kind: PictureKind, url: string | null): string[] {
  return pictureKinds[kind].widths.map((width) => pictureAddress({ url: url ?? '', width }).replace('/files/', ''))
}

describe.each(['logo', 'cover', 'photo'] as const)('a %s', (kind) => {
  const { set, remove, urlOf } = kinds[kind]

  test('is stored as WebP in three sizes, without the uploaded file', async () => {
    const place = await makePlace()
    await set(place, green)
    const files = filesOf(kind, await urlOf(place))
    expect(await listStoredFiles(place.platform)).toEqual(files.toSorted())
    const { widths, ratio } = pictureKinds[kind]
    for (const [at, name] of files.entries()) {
      const metadata = await sharp(await place.platform.files.read(name)).metadata()
      const width = widths[at] ?? 0
      expect(metadata).toMatchObject({ format: 'webp', width, height: Math.round(width / ratio) })
      expect(metadata.exif).toBeUndefined()
    }
  })

  test('replaces the earlier one, and is deleted when it is removed, also twice', async () => {
    const place = await makePlace()
    await set(place, green)
    await set(place, sand)
    await runJobs(place.platform)
    expect(await listStoredFiles(place.platform)).toEqual(filesOf(kind, await urlOf(place)).toSorted())
    await remove(place)
    await remove(place)
    await runJobs(place.platform)
    expect([await urlOf(place), await listStoredFiles(place.platform)]).toEqual([null, []])
  })

  test('uploaded twice simultaneously: one is shown, and only its files stay', async () => {
    const place = await makePlace()
    await Promise.all([set(place, green), set(place, sand)])
    await runJobs(place.platform)
    expect(await listStoredFiles(place.platform)).toEqual(filesOf(kind, await urlOf(place)).toSorted())
  })

  test('can be changed by the owner only', async () => {
    const place = await makePlace()
    await set(place, green)
    const files = await listStoredFiles(place.platform)
    const reception = await buildMember(place.platform, { centerId: place.centerId, role: 'reception' })
    const stranger = await buildCenter(place.platform)
    for (const [userId, code] of [
      [reception.userId, 'centers.owner_only'],
      [stranger.centerId, 'centers.not_found'],
    ] as const) {
      await expect(set({ ...place, userId }, sand)).rejects.toMatchObject({ code })
      await expect(remove({ ...place, userId })).rejects.toMatchObject({ code })
    }
    expect(await listStoredFiles(place.platform)).toEqual(files)
  })

  test.for([
    ['a text', Buffer.from('hola')],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['the half of one', green.subarray(0, green.length / 2)],
  ] as const)('that is %s is refused, and the earlier one stays', async ([, content]) => {
    const place = await makePlace()
    await set(place, green)
    const files = await listStoredFiles(place.platform)
    await expect(set(place, content)).rejects.toMatchObject({ code: 'files.not_an_image', data: { field: 'image' } })
    expect(await listStoredFiles(place.platform)).toEqual(files)
  })
})

test('a photo of another centre’s professional cannot be changed', async () => {
  const [place, other] = [await makePlace(), newId()]
  await expect(kinds.photo.set({ ...place, professionalId: other }, green)).rejects.toMatchObject({
    code: 'team.professional_not_found',
  })
  expect(await listStoredFiles(place.platform)).toEqual([])
})

test('pictures that no row names are deleted after a day; those that are shown stay', async () => {
  const place = await makePlace()
  const { platform } = place
  for (const { set } of Object.values(kinds)) await set(place, green)
  const shown = await listStoredFiles(platform)
  for (const name of shown)
    await platform.files.write({ name: name.replace(/-.{43}-/, `-${'x'.repeat(43)}-`), content: green })
  const sweep = async (hours: number) => {
    const then = new Date(platform.clock.now().getTime() - hours * hourMs)
    for (const name of await listStoredFiles(platform))
      await utimes(join(platform.settings.dataDir, 'files', name), then, then)
    await deleteUnusedCenterPictures(platform)
    await deleteUnusedPhotos(platform)
    return listStoredFiles(platform)
  }
  expect(await sweep(23)).toHaveLength(18)
  expect(await sweep(25)).toEqual(shown)
})
