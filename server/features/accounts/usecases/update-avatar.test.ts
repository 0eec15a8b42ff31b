import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pictureAddress, pictureKinds } from '#contract/pictures.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { buildAccount } from '#server/testing/builders.ts'
import { runJobs, type TestPlatform, testPlatform } from '#server/testing/platform.ts'

import { deleteUnusedAvatars, removeAvatar, setAvatar } from './update-avatar.ts'

const platform = await testPlatform()
const { widths } = pictureKinds.avatar

const photo = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer()
const green = await photo('#1f6f54')
const sand = await photo('#fbf8f3')

async function buildPerson(): Promise<string> {
  return (await buildAccount(platform)).userId
}

/** The URLs of a profile's picture. */
function addressesOf(avatarUrl: string | null): string[] {
  if (avatarUrl === null) throw new Error('no picture')
  return widths.map((width) => pictureAddress({ url: avatarUrl, width }))
}

function read(address: string, { files }: TestPlatform = platform) {
  return files.read(address.replace('/files/', ''))
}

const folderOf = ({ settings }: TestPlatform) => join(settings.dataDir, 'files')

describe('a profile’s picture', () => {
  test('is stored in the displayed sizes only, without the upload’s other data', async () => {
    const { avatar_url: url } = await setAvatar(platform, { userId: await buildPerson(), content: green })
    expect(url).toMatch(/^\/files\/avatar-[\w-]{43}-256\.webp$/)
    const pictures = await Promise.all(addressesOf(url).map((address) => read(address)))
    const metadata = await Promise.all(pictures.map((content) => sharp(content).metadata()))
    expect(metadata.map(({ width, height }) => [width, height])).toEqual(widths.map((width) => [width, width]))
  })

  test('replaces the earlier one and its files; other users’ files stay', async () => {
    const [ana, luis] = [await buildPerson(), await buildPerson()]
    const before = await setAvatar(platform, { userId: ana, content: green })
    const another = await setAvatar(platform, { userId: luis, content: green })
    const after = await setAvatar(platform, { userId: ana, content: sand })
    await runJobs(platform)
    expect(after.avatar_url).not.toBe(before.avatar_url)
    for (const address of addressesOf(before.avatar_url)) expect(await read(address)).toBeUndefined()
    for (const address of addressesOf(after.avatar_url)) expect(await read(address)).toBeDefined()
    for (const address of addressesOf(another.avatar_url)) expect(await read(address)).toBeDefined()
  })

  test('is removed with its files, and a second removal changes nothing', async () => {
    const userId = await buildPerson()
    const { avatar_url: url } = await setAvatar(platform, { userId, content: green })
    expect((await removeAvatar(platform, { userId })).avatar_url).toBeNull()
    expect((await removeAvatar(platform, { userId })).avatar_url).toBeNull()
    await runJobs(platform)
    for (const address of addressesOf(url)) expect(await read(address)).toBeUndefined()
  })

  test('that is not an image leaves the earlier one unchanged, and no file', async () => {
    const fresh = await testPlatform()
    const { userId } = await buildAccount(fresh)
    const { avatar_url: url } = await setAvatar(fresh, { userId, content: green })
    const files = await readdir(folderOf(fresh))
    await expect(setAvatar(fresh, { userId, content: Buffer.from('hola') })).rejects.toMatchObject({
      code: 'accounts.not_an_image',
    })
    await runJobs(fresh)
    expect(await readdir(folderOf(fresh))).toEqual(files)
    expect(await read(url ?? '', fresh)).toBeDefined()
  })

  test('uploaded twice simultaneously is stored once, with only its own files', async () => {
    const fresh = await testPlatform()
    const { userId } = await buildAccount(fresh)
    await Promise.all([setAvatar(fresh, { userId, content: green }), setAvatar(fresh, { userId, content: sand })])
    await runJobs(fresh)
    const { avatar_url: url } = await fresh.db
      .selectFrom('profiles')
      .select('avatar_url')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    expect((await readdir(folderOf(fresh))).toSorted()).toEqual(
      addressesOf(url)
        .map((address) => address.replace('/files/', ''))
        .toSorted(),
    )
  })

  test('of an account deleted during the upload is not stored', async () => {
    const fresh = await testPlatform()
    await expect(setAvatar(fresh, { userId: newId(), content: green })).rejects.toMatchObject({
      code: 'accounts.not_found',
    })
    const { userId } = await buildAccount(fresh)
    await fresh.db
      .updateTable('profiles')
      .set({
        status: 'deleted',
        deleted_at: new Date(),
        full_name: 'Cuenta eliminada',
        email: `${userId}@deleted.invalid`,
      })
      .where('id', '=', userId)
      .execute()
    await expect(setAvatar(fresh, { userId, content: green })).rejects.toMatchObject({ code: 'accounts.not_found' })
    expect(await readdir(folderOf(fresh))).toEqual([])
  })

  test('is limited to a number of uploads for each user', async () => {
    const userId = await buildPerson()
    const tries = await Promise.allSettled(
      Array.from({ length: 32 }, () => setAvatar(platform, { userId, content: Buffer.from('x') })),
    )
    const codes = tries.map((each) => each.status === 'rejected' && (each.reason as { code: string }).code)
    expect(codes.filter((code) => code === 'request.too_many')).toHaveLength(2)
  })
})

test('files left by a dead process are deleted after a day; pictures of profiles stay', async () => {
  const fresh = await testPlatform()
  const { userId } = await buildAccount(fresh)
  const { avatar_url: url } = await setAvatar(fresh, { userId, content: green })
  const used = await readdir(folderOf(fresh))
  const lost = used.map((name) => name.replace(/^avatar-.{43}/, `avatar-${'x'.repeat(43)}`))
  for (const name of lost) await fresh.files.write({ name, content: green })
  const age = async (ms: number) => {
    const then = new Date(fresh.clock.now().getTime() - ms)
    for (const name of [...used, ...lost]) await utimes(join(folderOf(fresh), name), then, then)
  }
  await age(23 * hourMs)
  await deleteUnusedAvatars(fresh)
  expect(await readdir(folderOf(fresh))).toHaveLength(6)
  await age(25 * hourMs)
  await deleteUnusedAvatars(fresh)
  expect((await readdir(folderOf(fresh))).toSorted()).toEqual(used.toSorted())
  expect(await read(url ?? '', fresh)).toBeDefined()
})
