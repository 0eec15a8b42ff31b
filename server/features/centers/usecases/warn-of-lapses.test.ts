import { beforeEach, expect, test } from 'vitest'
import { setPreference } from '#server/features/notifications/usecases/preferences.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { buildDocuments, type Documents } from '#server/testing/documents.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { expireChecks } from './expire-checks.ts'
import { warnOfLapses } from './warn-of-lapses.ts'

let platform: TestPlatform
let documents: Documents
beforeEach(async () => {
  platform = await testPlatform()
  documents = await buildDocuments(platform)
})

/** Runs the job at noon of a day in Montevideo. @returns the subjects of the mails that it queues */
async function runOn(day: string): Promise<string[]> {
  platform.clock.set(new Date(`${day}T15:00:00Z`))
  const before = (await listMails(platform, { limit: 100 })).length
  await warnOfLapses(platform)
  const mails = await listMails(platform, { limit: 100 })
  return mails.slice(0, mails.length - before).map(({ subject }) => subject)
}

const lastDay = '2027-01-31'

async function uploadApproved(expiryDate: string | null, type = 'license'): Promise<string> {
  const { id } = await documents.uploaded({ type })
  await documents.approve(id, expiryDate)
  return id
}

test('a centre is warned once 30, 7 and 1 days before the last day of a document, and on no other day', async () => {
  await uploadApproved(lastDay)
  const days = ['2026-12-31', '2027-01-01', '2027-01-02', '2027-01-23', '2027-01-24', '2027-01-25', '2027-01-29']
  const sent: [string, string[]][] = []
  for (const day of [...days, '2027-01-30', '2027-01-31', '2027-02-01']) sent.push([day, await runOn(day)])
  expect(sent.filter(([, subjects]) => subjects.length > 0)).toEqual([
    ['2027-01-01', ['Un documento de tu centro vence en 30 días']],
    ['2027-01-24', ['Un documento de tu centro vence en 7 días']],
    ['2027-01-30', ['Un documento de tu centro vence mañana']],
  ])
  const [mail] = await listMails(platform, { limit: 1 })
  expect(mail?.text).toContain('El 31 de enero de 2027 vence la habilitación')
})

test('simultaneous and repeated runs of the job send a warning once', async () => {
  await uploadApproved(lastDay)
  platform.clock.set(new Date('2027-01-01T15:00:00Z'))
  await Promise.all([warnOfLapses(platform), warnOfLapses(platform), warnOfLapses(platform)])
  expect(await listMails(platform, { limit: 10 })).toHaveLength(1)
  expect(await runOn('2027-01-01')).toEqual([])
})

test.for([
  [
    'a warning that is one day late says how many days are left',
    '2027-01-02',
    'Un documento de tu centro vence en 29 días',
  ],
  [
    'after 24 missed days only the most urgent warning is sent',
    '2027-01-25',
    'Un documento de tu centro vence en 6 días',
  ],
  ['the last warning is also sent on the last day', lastDay, 'Un documento de tu centro vence hoy'],
] as const)('%s', async ([, day, subject]) => {
  await uploadApproved(lastDay)
  expect(await runOn(day)).toEqual([subject])
  expect(await runOn(day)).toEqual([])
})

test('a centre that has uploaded a renewal gets no warning, and later the warnings of the renewal', async () => {
  await uploadApproved(lastDay)
  expect(await runOn('2027-01-01')).toHaveLength(1)
  const renewal = await documents.uploaded()
  expect(await runOn('2027-01-24')).toEqual([])
  await documents.approve(renewal.id, '2028-01-31')
  expect(await runOn('2027-01-30')).toEqual([])
  expect(await runOn('2028-01-01')).toEqual(['Un documento de tu centro vence en 30 días'])
})

test('when a renewal is rejected, the missed warning about the old document is sent', async () => {
  await uploadApproved(lastDay)
  expect(await runOn('2027-01-01')).toHaveLength(1)
  const { id } = await documents.uploaded()
  expect(await runOn('2027-01-24')).toEqual([])
  const rejected = { status: 'rejected', checked_at: platform.clock.now() }
  await platform.db.updateTable('compliance_checks').set(rejected).where('id', '=', id).execute()
  expect(await runOn('2027-01-25')).toEqual(['Un documento de tu centro vence en 6 días'])
})

test('a document with a new last day causes new warnings, and one without a last day causes none', async () => {
  const id = await uploadApproved(lastDay)
  await uploadApproved(null, 'insurance')
  expect(await runOn('2027-01-01')).toHaveLength(1)
  await documents.approve(id, '2027-02-10')
  expect(await runOn('2027-01-10')).toEqual([])
  expect(await runOn('2027-01-11')).toEqual(['Un documento de tu centro vence en 30 días'])
})

test('each document causes its own warning', async () => {
  await uploadApproved(lastDay)
  await uploadApproved(lastDay, 'insurance')
  expect(await runOn('2027-01-01')).toHaveLength(2)
})

test('an expired document causes no warning', async () => {
  await uploadApproved('2026-12-01')
  platform.clock.set(new Date('2026-12-02T15:00:00Z'))
  await expireChecks(platform)
  expect(await runOn('2026-12-02')).toEqual([])
})

test('an owner who switched reminders off gets no mail', async () => {
  await uploadApproved(lastDay)
  await setPreference(platform, { userId: documents.centerId, kind: 'reminder', byMail: false })
  expect(await runOn('2027-01-01')).toEqual([])
})
