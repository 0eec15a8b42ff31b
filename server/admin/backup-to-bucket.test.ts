import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'

import { createDiskFiles, newFileName } from '#server/platform/file-store.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { backUp, backUpNightly, checkBackupTarget } from '#server/processes/back-up.ts'
import { startBucketService } from '#server/testing/bucket-service.ts'
import { buildRecord } from '#server/testing/clinical-records.ts'
import { operatorsMachine } from '#server/testing/operators-machine.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildWholePerson } from '#server/testing/whole-person.ts'

const platform = await testPlatform()
const { admin, emptyServer } = operatorsMachine(platform)
const service = await startBucketService()
const { objects, uploads, faults, requests, settings: bucket } = service
const dir = `${service.address}/senda/noche`
const variables = {
  BACKUP_S3_ENDPOINT: bucket.endpoint,
  BACKUP_S3_REGION: bucket.region,
  BACKUP_S3_ACCESS_KEY: bucket.accessKey,
  BACKUP_S3_SECRET_KEY: bucket.secretKey,
}
const served = { ...platform, settings: { ...platform.settings, backups: { dir, time: '03:00', keep: 2, bucket } } }

const nameOf = (address: string) => address.split('/').at(-1) ?? ''
const backups = () => [...new Set([...objects.keys()].map((key) => key.split('/')[2] ?? ''))].toSorted()
const sent = (from: number) => requests.slice(from).filter((request) => request.startsWith('PUT '))
const back = () => backUp(served, { target: dir })

beforeEach(() => {
  objects.clear()
  faults.length = 0
  platform.clock.advance(hourMs)
})

const fileName = `${newFileName({ prefix: 'avatar' })}.webp`
await buildWholePerson(platform, { tag: 'copiada' })
await buildRecord(platform)
await platform.files.write({ name: fileName, content: new Uint8Array([1, 2, 3]) })
await admin(['check-times'])

test('a backup in a bucket is restored from there, rows and files, and pauses outgoing mail', async () => {
  const { output, code } = await admin(['backup', '--to', `${dir}/`], variables)
  expect(output).toMatch(/^Backed up \d+ rows and \d+ files .* to s3:\/\/copias\/senda\/noche\/senda-\d{8}T\d{6}Z in /)
  expect(code).toBe(0)
  const [name] = backups()
  expect(objects.has(`senda/noche/${name}/files/${fileName}`)).toBe(true)
  // Of the keys, the bucket gets none.
  const texts = [...objects.values()].map(({ content }) => content.toString('latin1')).join('')
  expect(texts).not.toContain('test'.repeat(8))

  const server = await emptyServer()
  // The service is busy and cuts connections in the meantime.
  faults.push({ method: 'GET', url: 'public.users.copy.gz', cut: 'download', times: 2 })
  faults.push({ method: 'GET', url: 'manifest.json', status: 503, code: 'SlowDown' })
  const restored = await admin(['restore', `${dir}/${name}`], { ...server, ...variables })
  expect(restored.output).toMatch(/^Restored \d+ rows .*The record of what staff did is intact.*are paused/s)
  expect(faults).toEqual([])
  const numbers = (text: string) => /(\d+) rows and (\d+) files/.exec(text)?.slice(1)
  expect(numbers(restored.output)).toEqual(numbers(output))
  expect(await createDiskFiles({ folder: join(server.DATA_DIR, 'files') }).read(fileName)).toEqual(
    new Uint8Array([1, 2, 3]),
  )
  expect(await admin(['check-times'], server)).toMatchObject({ code: 0 })
}, 60_000)

test('a second backup has unchanged files copied by the service, and sends changed and new ones', async () => {
  const added = `${newFileName({ prefix: 'avatar' })}.webp`
  const first = nameOf((await back()).folder)
  await platform.files.write({ name: added, content: new Uint8Array([5]) })
  platform.clock.advance(hourMs)
  const before = requests.length
  faults.push({ method: 'PUT', url: `files/${fileName}`, status: 503, code: 'SlowDown' })
  const second = nameOf((await back()).folder)
  expect(sent(before).some((request) => request.includes(added))).toBe(true)
  for (const name of [fileName, added]) {
    expect(objects.get(`senda/noche/${second}/files/${name}`)?.content).toHaveLength(name === added ? 1 : 3)
  }
  expect(backups()).toEqual([first, second])
  // The same file of the first backup was lost: it is sent again.
  objects.delete(`senda/noche/${second}/files/${fileName}`)
  platform.clock.advance(hourMs)
  const third = nameOf((await back()).folder)
  expect(objects.get(`senda/noche/${third}/files/${fileName}`)?.content).toEqual(Buffer.from([1, 2, 3]))
}, 60_000)

describe('a backup that is cut', () => {
  test.for([
    ['in its first table', 'public.users.copy.gz'],
    ['in its files', `files/${fileName}`],
    ['in its list', 'SHA256SUMS'],
    ['in its manifest', 'manifest.json'],
  ] as const)('%s leaves nothing, and the earlier one stays', async ([, url]) => {
    const good = nameOf((await back()).folder)
    platform.clock.advance(hourMs)
    // A file that the earlier backup has is copied, which is a PUT as well.
    faults.push({ method: 'PUT', url, status: 403, code: 'AccessDenied' })
    await expect(back()).rejects.toThrow('403 AccessDenied')
    expect(faults).toEqual([])
    expect(backups()).toEqual([good])
    expect(uploads.size).toBe(0)
  })

  test('and whose service then answers nothing more has no manifest: it is neither restored nor counted, and is removed after two days', async () => {
    faults.push({ method: 'PUT', url: 'manifest.json', status: 403, code: 'AccessDenied' })
    faults.push({ method: 'DELETE', status: 403, code: 'AccessDenied', times: 1 })
    await expect(back()).rejects.toThrow('AccessDenied')
    const [cut = ''] = backups()
    expect(objects.has(`senda/noche/${cut}/manifest.json`)).toBe(false)
    expect(await admin(['restore', `${dir}/${cut}`], { ...(await emptyServer()), ...variables })).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${dir}/${cut} is not a complete backup`),
    })
    platform.clock.set(new Date(Date.now() + hourMs))
    const next = nameOf((await back()).folder)
    expect(backups()).toEqual([cut, next].toSorted())
    platform.clock.set(new Date(Date.now() + 3 * dayMs))
    const last = nameOf((await back()).folder)
    expect(backups()).toEqual([next, last])
  }, 60_000)
})

test('the newest backups stay; those of another Senda and other objects are left alone', async () => {
  objects.set('senda/noche/leeme.txt', { content: Buffer.from('x'), writtenAt: new Date('2020-01-01') })
  objects.set('otra/senda-20200101T000000Z/x', { content: Buffer.from('x'), writtenAt: new Date('2020-01-01') })
  const foreign = 'senda-20200101T000000Z'
  objects.set(`senda/noche/${foreign}/manifest.json`, {
    content: Buffer.from('{}'),
    writtenAt: new Date('2020-01-01'),
  })
  const names: string[] = []
  for (let night = 0; night < 4; night += 1) {
    platform.clock.advance(dayMs)
    const { folder, removed } = await back()
    names.push(nameOf(folder))
    expect(removed).toBe(night < 2 ? 0 : 1)
  }
  expect(await openNames()).toEqual([foreign, ...names.slice(-2)])
  expect(objects.has('senda/noche/leeme.txt') && objects.has('otra/senda-20200101T000000Z/x')).toBe(true)
}, 60_000)

async function openNames(): Promise<string[]> {
  return backups().filter((name) => name.startsWith('senda-2'))
}

test('at night a bucket that refuses is recorded as failed with its reason, and one that answers again is used', async () => {
  platform.clock.set(new Date('2027-03-01T06:00:00Z'))
  faults.push({ status: 403, code: 'AccessDenied', times: 1 })
  await backUpNightly(served)
  const attempts = () =>
    platform.db.selectFrom('backup_runs').where('started_at', '>=', new Date('2027-03-01')).select('error').execute()
  expect(await attempts()).toEqual([
    { error: expect.stringMatching(/^http.* answered 403 AccessDenied .*: allow the key/) },
  ])
  platform.clock.advance(hourMs)
  await backUpNightly(served)
  expect(await attempts()).toHaveLength(2)
  expect(backups()).toHaveLength(1)
})

test('a wrong secret is named at the start of the server, and by the command', async () => {
  const lines: unknown[] = []
  const log = { ...platform.log, error: (...line: unknown[]) => void lines.push(...line) } as typeof platform.log
  const wrong = { ...served.settings.backups, bucket: { ...bucket, secretKey: 'otro' } }
  await checkBackupTarget({ settings: { ...served.settings, backups: wrong }, log })
  expect(lines).toEqual([expect.stringMatching(/^BACKUP_DIR cannot be used: .* 403 SignatureDoesNotMatch/)])
  const commanded = await admin(['backup', '--to', dir], { ...variables, BACKUP_S3_SECRET_KEY: 'otro' })
  expect(commanded).toMatchObject({ code: 1, output: expect.stringContaining('check BACKUP_S3_ACCESS_KEY') })
  expect(await admin(['backup', '--to', dir])).toMatchObject({
    code: 1,
    output: `For ${dir}, set BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY.`,
  })
  expect(await admin(['restore', 's3://x'], variables)).toMatchObject({
    code: 1,
    output: 's3://x is neither a folder nor s3://bucket/prefix.',
  })
})

test('a backup that a tool copied from the bucket into a folder is restored from there', async () => {
  const name = nameOf((await back()).folder)
  const folder = mkdtempSync(join(tmpdir(), 'senda-copied-'))
  for (const part of ['tables', 'files']) mkdirSync(join(folder, part))
  for (const [key, { content }] of objects) writeFileSync(join(folder, key.split(`${name}/`)[1] ?? ''), content)
  const server = await emptyServer()
  expect((await admin(['restore', folder], server)).output).toMatch(/^Restored /)
  expect(existsSync(join(server.DATA_DIR, 'files', fileName))).toBe(true)
  rmSync(folder, { recursive: true })
}, 60_000)
