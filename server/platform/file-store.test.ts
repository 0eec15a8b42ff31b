import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createDiskFiles, type FileStore, newFileName } from './file-store.ts'
import { dayMs, hourMs } from './local-time.ts'

let folder: string
let files: FileStore
beforeEach(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'senda-files-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  await writeFile(join(parent, 'secret.key'), 'the key')
  folder = join(parent, 'files')
  files = createDiskFiles({ folder })
})

const newName = () => `${newFileName({ prefix: 'avatar' })}.webp`
const content = new Uint8Array([1, 2, 3])

test('a written file can be read until it is deleted', async () => {
  const name = newName()
  expect(await files.read(name)).toBeUndefined()
  await files.write({ name, content })
  expect(await files.read(name)).toEqual(content)
  expect(await readdir(folder)).toEqual([name])
  expect((await stat(join(folder, name))).mode & 0o077, 'no other user of the machine reads it').toBe(0)
  await files.remove(name)
  await files.remove(name)
  expect(await files.read(name)).toBeUndefined()
})

test.for([
  '../secret.key',
  '..%2Fsecret.key',
  '/etc/passwd',
  'avatar/../../secret.key',
  '.',
  '..',
  '',
  'a\0b.webp',
  'avatar-1.webp',
  `avatar-${'a'.repeat(43)}/../../secret.key`,
  `avatar-${'á'.repeat(43)}.webp`,
  `avatar-${'a'.repeat(43)}.webp\n`,
])('a name such as %j finds no file', async (name) => {
  expect(await files.read(name)).toBeUndefined()
  await expect((async () => files.write({ name, content }))()).rejects.toThrow('file name')
  await expect((async () => files.remove(name))()).rejects.toThrow('file name')
})

test('names cannot be guessed', () => {
  const names = new Set(Array.from({ length: 1000 }, newName))
  expect(names.size).toBe(1000)
  for (const name of names) expect(name).toMatch(/^avatar-[\w-]{43}\.webp$/)
})

test('a failed write leaves no partial file', async () => {
  const name = newName()
  const broken = createDiskFiles({ folder: join(folder, '..', 'secret.key') })
  await expect(broken.write({ name, content })).rejects.toThrow()
  expect(await files.list({ prefix: 'avatar', writtenBefore: new Date(8e15) })).toEqual([])
})

test('old files are listed by their kind', async () => {
  const old = newName()
  const young = newName()
  const other = `${newFileName({ prefix: 'document' })}.pdf`
  for (const name of [old, young, other]) await files.write({ name, content })
  await writeFile(join(folder, '.half-written'), '')
  const yesterday = new Date(Date.now() - dayMs)
  for (const name of [old, other]) await utimes(join(folder, name), yesterday, yesterday)
  expect(await files.list({ prefix: 'avatar', writtenBefore: new Date(Date.now() - hourMs) })).toEqual([old])
})
