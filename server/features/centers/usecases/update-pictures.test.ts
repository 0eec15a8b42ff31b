import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type PictureKind, pictureAddress, pictureKinds } from '#contract/pictures.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { buildCenter, buildMember, buildProfessional } from '#server/testing/builders.ts'
import { runJobs, type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { listStoredFiles, photo } from '#server/testing/uploads.ts'
import { deleteUnusedPhotos, removeProfessionalPhoto, setProfessionalPhoto } from './update-photo.ts'

import { deleteUnusedCenterPictures, removeCenterPicture, setCenterPicture } from './update-pictures.ts'

const green = await photo()
const sand = await photo({ background: '#fbf8f3' })

type TestPlace = Awaited<ReturnType<typeof buildPlace>>
async function buildPlace() {
  const platform = await testPlatform()
  const { centerId, professionalId } = await buildProfessional(platform)
  return { platform, centerId, professionalId, userId: centerId }
}

/** Logo, cover and photo share their code, so the tests run for all three. */
const kinds = {
  logo: {
    set: (input: TestPlace, content: Uint8Array) =>
      setCenterPicture(input.platform, { ...input, kind: 'logo', content }),
    remove: (input: TestPlace) => removeCenterPicture(input.platform, { ...input, kind: 'logo' }),
    urlOf: async ({ platform, centerId }: TestPlace) => (await centerRow(platform, centerId)).logo_url,
  },
  cover: {
    set: (input: TestPlace, content: Uint8Array) =>
      setCenterPicture(input.platform, { ...input, kind: 'cover', content }),
    remove: (input: TestPlace) => removeCenterPicture(input.platform, { ...input, kind: 'cover' }),
    urlOf: async ({ platform, centerId }: TestPlace) => (await centerRow(platform, centerId)).cover_url,
  },
  photo: {
    set: (input: TestPlace, content: Uint8Array) => setProfessionalPhoto(input.platform, { ...input, content }),
    remove: (input: TestPlace) => removeProfessionalPhoto(input.platform, input),
    async urlOf({ platform, professionalId }: TestPlace) {
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
    const place = await buildPlace()
    await set(place, green)
    const files = filesOf(kind, await urlOf(place))
    expect(await listStoredFiles(place.platform)).toEqual(files.toSorted())
    const { widths, ratio } = pictureKinds[kind]
    for (const [index, name] of files.entries()) {
      const metadata = await sharp(await place.platform.files.read(name)).metadata()
      const width = widths[index] ?? 0
      expect(metadata).toMatchObject({ format: 'webp', width, height: Math.round(width / ratio) })
      expect(metadata.exif).toBeUndefined()
    }
  })

  test('replaces the earlier one, and its files are deleted after a removal, which can be repeated', async () => {
    const place = await buildPlace()
    await set(place, green)
    await set(place, sand)
    await runJobs(place.platform)
    expect(await listStoredFiles(place.platform)).toEqual(filesOf(kind, await urlOf(place)).toSorted())
    await remove(place)
    await remove(place)
    await runJobs(place.platform)
    expect([await urlOf(place), await listStoredFiles(place.platform)]).toEqual([null, []])
  })

  test('that is uploaded twice at the same time keeps only the files of the picture that is shown', async () => {
    const place = await buildPlace()
    await Promise.all([set(place, green), set(place, sand)])
    await runJobs(place.platform)
    expect(await listStoredFiles(place.platform)).toEqual(filesOf(kind, await urlOf(place)).toSorted())
  })

  test('can be changed only by the owner', async () => {
    const place = await buildPlace()
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
    ['the first half of a picture', green.subarray(0, green.length / 2)],
  ] as const)('that is %s is refused, and the earlier one stays', async ([, content]) => {
    const place = await buildPlace()
    await set(place, green)
    const files = await listStoredFiles(place.platform)
    await expect(set(place, content)).rejects.toMatchObject({ code: 'files.not_an_image', data: { field: 'image' } })
    expect(await listStoredFiles(place.platform)).toEqual(files)
  })
})

test('a photo of another centre’s professional cannot be changed', async () => {
  const place = await buildPlace()
  const { professionalId } = await buildProfessional(place.platform)
  await expect(kinds.photo.set({ ...place, professionalId }, green)).rejects.toMatchObject({
    code: 'team.professional_not_found',
  })
  expect(await listStoredFiles(place.platform)).toEqual([])
})

test('pictures that no row refers to are deleted after a day, and the others are kept', async () => {
  const place = await buildPlace()
  const { platform } = place
  for (const { set } of Object.values(kinds)) await set(place, green)
  const shown = await listStoredFiles(platform)
  for (const name of shown)
    await platform.files.write({ name: name.replace(/-.{43}-/, `-${'x'.repeat(43)}-`), content: green })
  const runCleanup = async (hours: number) => {
    const then = new Date(platform.clock.now().getTime() - hours * hourMs)
    for (const name of await listStoredFiles(platform))
      await utimes(join(platform.settings.dataDir, 'files', name), then, then)
    await deleteUnusedCenterPictures(platform)
    await deleteUnusedPhotos(platform)
    return listStoredFiles(platform)
  }
  expect(await runCleanup(23)).toHaveLength(18)
  expect(await runCleanup(25)).toEqual(shown)
})
