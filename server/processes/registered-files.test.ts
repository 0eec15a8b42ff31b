import { beforeEach, expect, test } from 'vitest'
import { purgeUnconfirmedDocuments } from '#server/features/centers/usecases/upload-document.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { runJobs, type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { listStoredFiles, pdf, registrationForm } from '#server/testing/uploads.ts'
import { registerCenter } from './register-center.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await testPlatform({ settings: { requireEmailConfirmation: true } })
})

let registered = 0

/** Registers a centre with a document of this many megabytes, or with none. Resolves with the code of a refusal. */
async function register({
  address,
  megabytes,
  ending = '\n%%EOF',
}: {
  address: string
  megabytes: number
  ending?: string
}): Promise<string | undefined> {
  registered += 1
  const filler = Buffer.concat([pdf({ ending: '' }), Buffer.alloc(megabytes * 1_000_000, ' '), Buffer.from(ending)])
  const certification = megabytes > 0 ? new File([filler], 'a.pdf') : undefined
  const form = registrationForm({ email: `centro${registered}@ejemplo.uy` })
  try {
    await registerCenter(platform, {
      form: form as never,
      uploads: { certifications: certification },
      captchaToken: '',
      address,
    })
    return undefined
  } catch (error) {
    return (error as { code?: string }).code
  }
}

test('a network address stores sixty megabytes of a day’s registrations, and registers without files after that', async () => {
  const from = (address: string, megabytes: number) => register({ address, megabytes })
  for (let n = 0; n < 6; n++) expect(await from('198.51.100.7', 9)).toBeUndefined()
  expect(await from('198.51.100.7', 9)).toBe('centers.files_later')
  expect(await listStoredFiles(platform)).toHaveLength(6)
  expect(await from('198.51.100.7', 0)).toBeUndefined()
  expect(await from('203.0.113.9', 9)).toBeUndefined()
}, 60_000)

test('a refused file counts for its network address as a stored one does, and not for everyone', async () => {
  const refused = () => register({ address: '198.51.100.7', megabytes: 9, ending: '' })
  for (let n = 0; n < 6; n++) expect(await refused()).toBe('files.pdf_cut_off')
  expect(await refused()).toBe('centers.files_later')
  const names = await platform.db.selectFrom('rate_limits').select('key').execute()
  expect(names.filter(({ key }) => key.startsWith('centers.registered_kilobytes.all'))).toEqual([])
}, 60_000)

test('a document of a registration is deleted after three days, unless its owner confirmed the address', async () => {
  for (const address of ['198.51.100.7', '198.51.100.8']) await register({ address, megabytes: 1 })
  const { db, clock } = platform
  const first = db.selectFrom('users').select('id').orderBy('created_at').orderBy('id').limit(1)
  await db
    .updateTable('users')
    .set({ email_verified_at: clock.now(), email_confirmed_at: clock.now() })
    .where('id', '=', first)
    .execute()
  const namesAfter = async (days: number) => {
    clock.advance(days * dayMs)
    await purgeUnconfirmedDocuments(platform)
    await runJobs(platform, { only: 'files.remove' })
    return listStoredFiles(platform)
  }
  expect(await namesAfter(2.9)).toHaveLength(2)
  const kept = await namesAfter(0.2)
  const rows = await db.selectFrom('compliance_checks').select('file_name').where('file_name', 'is not', null).execute()
  expect(rows.map((row) => row.file_name)).toEqual(kept)
  expect(kept).toHaveLength(1)
  expect(await namesAfter(100)).toEqual(kept)
}, 30_000)
