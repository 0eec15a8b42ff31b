import { beforeAll, describe, expect, test } from 'vitest'

import { centerErrors } from '#contract/centers.ts'
import { fileRoutes } from '#contract/downloads.ts'
import { requestErrors } from '#contract/errors.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { seal } from '#server/platform/secrets.ts'
import { bearerOf, buildWithRoles, setRoles, setStatus } from '#server/testing/access-matrix/people.ts'
import { actorOf, openTestServer } from '#server/testing/app-server.ts'
import { buildMember, buildPatient } from '#server/testing/builders.ts'
import { buildRecord } from '#server/testing/clinical-records.ts'
import type { ForeignRow } from '#server/testing/foreign-rows/foreign-row.ts'
import { foreignRows } from '#server/testing/foreign-rows/foreign-rows.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'

let platform: TestPlatform
let origin: string

beforeAll(async () => {
  platform = await testPlatform()
  const server = await openTestServer({ platform, authenticate: (bearer) => authenticate(platform, bearer) })
  origin = server.url
  return server.close
})

async function create({ route, input, bearer }: { route: string; input: object; bearer: string }) {
  const response = await fetch(`${origin}/api/v1/me/downloads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ route, input }),
  })
  const body = (await response.json()) as { url: string; code?: string }
  return { status: response.status, code: body.code, path: response.ok ? new URL(body.url).pathname : '' }
}

/** As the browser follows the address: without the session. */
async function read(path: string, { method = 'GET' }: { method?: string } = {}) {
  const response = await fetch(origin + path, { method })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function expectPage(path: string, { status, says }: { status: number; says: readonly string[] }) {
  const { status: actual, headers, text } = await read(path)
  expect([actual, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    status,
    'text/html; charset=utf-8',
    null,
  ])
  for (const words of says) expect(text).toContain(words)
}
const ended = { status: 404, says: ['<h1>El enlace venció</h1>', 'href="/account"'] }
const failed = (message: string) => ['<h1>No se pudo descargar</h1>', message]

const routes = Object.keys(fileRoutes) as (keyof typeof fileRoutes)[]

async function buildFile(route: keyof typeof fileRoutes): Promise<ForeignRow> {
  const ofRow = foreignRows[route]
  if (ofRow) return await ofRow(platform)
  const owner = actorOf(['moderator'], await buildWithRoles(platform, ['moderator']))
  const input = route === 'commissions.csv' ? { period: 'month' } : {}
  return { input, owner, strangers: { 'a patient': actorOf(['patient'], (await buildPatient(platform)).patientId) } }
}

describe.each(routes)('%s', (route) => {
  test('has an address for those who may read the file, and for no stranger', async () => {
    const { input, owner, strangers } = await buildFile(route)
    for (const [who, { userId, roles }] of Object.entries(strangers)) {
      await setRoles(platform, { userId, roles })
      const { status } = await create({ route, input, bearer: await bearerOf(platform, userId) })
      expect([403, 404], `${who} got ${status}`).toContain(status)
    }
    await setRoles(platform, owner)
    const bearer = await bearerOf(platform, owner.userId)
    const { path } = await create({ route, input, bearer })
    for (const id of Object.values(input)) expect(path).not.toContain(id)
    const { status, headers, text } = await read(path)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/)
    expect(text.length).toBeGreaterThan(10)

    await platform.db.deleteFrom('sessions').where('user_id', '=', owner.userId).execute()
    await expectPage(path, ended)
  })
})

async function buildPatientsRecord() {
  const { patientId, ...record } = await buildRecord(platform)
  const bearer = await bearerOf(platform, patientId)
  const { path } = await create({ route: 'clinicalRecords.export', input: { format: 'json' }, bearer })
  return { ...record, patientId, path }
}

const countAccesses = async (patientId: string) =>
  (await platform.db.selectFrom('clinical_record_accesses').where('user_id', '=', patientId).select('id').execute())
    .length

test('each opening of a clinical record is logged, and asking for its address is not', async () => {
  const { path, patientId } = await buildPatientsRecord()
  expect(await countAccesses(patientId)).toBe(0)
  const { text, headers } = await read(path)
  expect(JSON.stringify(JSON.parse(text))).toContain('Lumbalgia mecánica')
  expect(headers.get('content-type')).toBe('application/json')
  expect(await countAccesses(patientId)).toBe(1)
})

test('a clinical record is a PDF that the browser saves', async () => {
  const { patientId } = await buildRecord(platform)
  const bearer = await bearerOf(platform, patientId)
  const { path } = await create({ route: 'clinicalRecords.export', input: { format: 'pdf' }, bearer })
  const { text, headers } = await read(path)
  expect(text).toMatch(/^%PDF-/)
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toContain('filename="historia-clinica-2026-11-20.pdf"')
})

test('an address ends after ten minutes', async () => {
  const { path } = await buildPatientsRecord()
  platform.clock.advance(10 * minuteMs)
  await expectPage(path, ended)
  platform.clock.advance(-10 * minuteMs)
})

test.each([
  ['that is altered', (path: string) => path.slice(0, -2) + (path.endsWith('AA') ? 'BB' : 'AA')],
  ['that is cut', (path: string) => path.slice(0, -8)],
  ['that is no token', () => '/descargas/x'],
  [
    'sealed for another purpose',
    () => {
      const text = JSON.stringify({ file: { route: 'moderation.csv', input: {} } })
      return `/descargas/${seal({ secret: platform.secret, purpose: 'calendar files', text }).toString('base64url')}`
    },
  ],
])('an address %s serves nothing', async (_, alter) => {
  const { path, patientId } = await buildPatientsRecord()
  await expectPage(alter(path), ended)
  expect(await countAccesses(patientId)).toBe(0)
})

test('a suspended account reads nothing through an address that it asked for before', async () => {
  const { path, patientId } = await buildPatientsRecord()
  await setStatus(platform, { userId: patientId, status: 'suspended' })
  await expectPage(path, ended)
})

test('a receptionist who has left the centre reads nothing through an address of before', async () => {
  const { input } = await buildFile('tills.closingCsv')
  const { userId } = await buildMember(platform, { centerId: String(input.centerId), role: 'reception' })
  const { path } = await create({ route: 'tills.closingCsv', input, bearer: await bearerOf(platform, userId) })
  expect((await read(path)).status).toBe(200)
  await platform.db.deleteFrom('center_members').where('user_id', '=', userId).execute()
  await expectPage(path, { status: 404, says: failed(centerErrors['centers.not_found'].message) })
})

test('a moderator who has lost the role reads nothing through an address of before', async () => {
  const userId = await buildWithRoles(platform, ['moderator'])
  const { path } = await create({ route: 'moderation.csv', input: {}, bearer: await bearerOf(platform, userId) })
  await setRoles(platform, { userId, roles: ['patient'] })
  await expectPage(path, { status: 403, says: failed(requestErrors['session.forbidden'].message) })
})

test('an account without exports left is told so before its browser leaves the page', async () => {
  const { path, patientId } = await buildPatientsRecord()
  for (let n = 0; n < 10; n += 1) expect((await read(path)).status).toBe(200)
  const bearer = await bearerOf(platform, patientId)
  const { code } = await create({ route: 'clinicalRecords.export', input: { format: 'pdf' }, bearer })
  expect(code).toBe('request.too_many')
  await expectPage(path, { status: 429, says: failed(requestErrors['request.too_many'].message) })
})

test('HEAD responds without opening the file, so it is no opening of the link', async () => {
  const userId = await buildWithRoles(platform, ['moderator'])
  const bearer = await bearerOf(platform, userId)
  const { path } = await create({ route: 'commissions.csv', input: { period: 'month' }, bearer })
  for (let n = 0; n < 11; n += 1) {
    const head = await read(path, { method: 'HEAD' })
    expect([head.status, head.text, head.headers.get('content-disposition')]).toEqual([200, '', 'attachment'])
  }
  expect((await read(path)).status).toBe(200)
})

test("input that the file's route refuses is refused with the name of its field", async () => {
  const { patientId } = await buildPatient(platform)
  const bearer = await bearerOf(platform, patientId)
  const { status, code } = await create({ route: 'clinicalRecords.export', input: { format: 'doc' }, bearer })
  expect([status, code]).toEqual([422, 'request.invalid'])
})
