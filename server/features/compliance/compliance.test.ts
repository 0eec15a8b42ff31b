import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'

import type { ComplianceCheck } from '#contract/compliance.ts'
import type { Role } from '#contract/roles.ts'
import type { Actor } from '#server/features/accounts/accounts.types.ts'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { newFileName } from '#server/platform/files.ts'
import { newId } from '#server/platform/ids.ts'
import { actorOf, startTestServer } from '#server/testing/app-server.ts'
import { buildAccount, buildCenter, buildMember, buildService } from '#server/testing/builders.ts'
import { runJobs, type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { fileOf, keptFiles, pdf, type Upload } from '#server/testing/uploads.ts'
import { expireChecks } from './usecases/expire-checks.ts'
import { clearDocuments } from './usecases/upload-document.ts'

let platform: TestPlatform
let url: string
let centerId: string
/** Who asks next. */
let actor: Actor
beforeEach(async () => {
  platform = await testPlatform()
  const server = await startTestServer({ platform, authenticate: () => Promise.resolve(actor) })
  url = server.url
  centerId = (await buildCenter(platform)).centerId
  actor = actorOf(['center'], centerId)
})

const headers = { authorization: 'Bearer somebody' }
const documents = () => `${url}/api/v1/centers/${centerId}/documents`

async function upload(file: Upload, fields: Record<string, string> = {}): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries({ type: 'license', expiryDate: '', ...fields })) body.set(name, value)
  body.set('file', fileOf(file), file.name)
  return fetch(documents(), { method: 'POST', body, headers })
}

async function uploaded(fields: Record<string, string> = {}): Promise<ComplianceCheck> {
  const answer = await upload({ content: pdf(), name: 'Habilitación.pdf' }, fields)
  expect(answer.status).toBe(201)
  return (await answer.json()) as ComplianceCheck
}

async function list(): Promise<ComplianceCheck[]> {
  const answer = await fetch(documents(), { headers })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { items: ComplianceCheck[] }).items
}

const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]

async function approve(id: string, expiryDate: string | null): Promise<void> {
  await platform.db
    .updateTable('compliance_checks')
    .set({ status: 'approved', checked_at: platform.clock.now(), expiry_date: expiryDate })
    .where('id', '=', id)
    .execute()
}

const complianceOf = async () =>
  (
    await platform.db
      .selectFrom('center_profiles')
      .select('compliance_status')
      .where('id', '=', centerId)
      .executeTakeFirstOrThrow()
  ).compliance_status

describe('a document', () => {
  test('waits for staff beside the one that was approved, the newest first', async () => {
    const first = await uploaded()
    await approve(first.id, '2027-01-31')
    platform.clock.advance(1000)
    const second = await uploaded({ expiryDate: '2028-01-31' })
    expect(second).toMatchObject({
      type: 'license',
      status: 'pending',
      expiryDate: '2028-01-31',
      fileName: 'Habilitación.pdf',
      checkedAt: null,
    })
    expect((await list()).map(({ id, status }) => [id, status])).toEqual([
      [second.id, 'pending'],
      [first.id, 'approved'],
    ])
  })

  test('takes the place of the one that was only announced', async () => {
    for (const type of ['license', 'insurance']) {
      await platform.db
        .insertInto('compliance_checks')
        .values({ id: newId(), center_id: centerId, check_type: type, created_at: platform.clock.now() })
        .execute()
    }
    await uploaded()
    const names = (await list()).map(({ type, fileName }) => [type, fileName])
    expect(new Map(names as [string, string | null][])).toEqual(
      new Map([
        ['license', 'Habilitación.pdf'],
        ['insurance', null],
      ]),
    )
    expect(names).toHaveLength(2)
  })

  test('takes the place of one that still waited, whose file goes', async () => {
    const first = await uploaded()
    await uploaded({ type: 'insurance' })
    const second = await uploaded()
    expect((await list()).map(({ id }) => id)).not.toContain(first.id)
    expect(await list()).toHaveLength(2)
    await runJobs(platform)
    expect(await keptFiles(platform)).toHaveLength(2)
    expect((await fetch(`${documents()}/${second.id}/file`, { headers })).status).toBe(200)
  })

  test.for([
    ['2026-11-19', 422],
    ['2026-11-20', 201],
  ] as const)('that lapses on %s, sent on 20 November, answers %i', async ([expiryDate, status]) => {
    const answer = await upload({ content: pdf(), name: 'licencia.pdf' }, { expiryDate })
    expect(answer.status).toBe(status)
    if (status === 422) expect(await answer.text()).toContain('Ya venció')
  })

  test('is kept under a name that nobody can guess, and no public address shows it', async () => {
    await uploaded()
    const [name = ''] = await keptFiles(platform)
    expect(name).toMatch(/^document-[\w-]{43}\.pdf$/)
    expect((await fetch(`${url}/files/${name}`)).status).toBe(404)
    expect((await fetch(`${url}/files/${name}`, { headers })).status).toBe(404)
  })

  test.for<[string, Upload]>([
    ['a program', { content: Buffer.concat([Buffer.from('MZ\x90\0'), pdf()]), name: 'licencia.pdf' }],
    ['an archive', { content: Buffer.concat([Buffer.from('PK\x03\x04'), pdf()]), name: 'licencia.pdf' }],
    ['a page', { content: '<!doctype html><script>1</script>%PDF-1.7 %%EOF', name: 'licencia.pdf' }],
    ['one behind a blank line', { content: Buffer.concat([Buffer.from('\n'), pdf()]), name: 'licencia.pdf' }],
    ['one that was cut off', { content: pdf({ ending: '' }), name: 'licencia.pdf' }],
    ['its first letters alone', { content: '%PDF-1.7', name: 'licencia.pdf' }],
    ['nothing', { content: '', name: 'licencia.pdf' }],
  ])('that is %s is refused, whatever it is called', async ([, file]) => {
    const answer = await upload({ ...file, type: 'application/pdf' })
    expect(await codeOf(answer)).toEqual([422, 'files.not_a_pdf'])
    expect([await list(), await keptFiles(platform)]).toEqual([[], []])
  })

  test('that is too large is refused with a sentence about it', async () => {
    const content = new Uint8Array(10_000_001)
    const answer = await upload({ content, name: 'licencia.pdf' })
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('El PDF puede pesar hasta 10 MB'),
    ])
    expect(await keptFiles(platform)).toEqual([])
  })

  test.for([
    ['../../etc/cron.d/x.pdf', 'x.pdf'],
    ['seguro\u202efdp.exe', 'segurofdp.exe.pdf'],
    ['a"; filename=b.html.pdf', 'a-; filename=b.html.pdf'],
  ] as const)('whose name is %j is called %j', async ([name, cleaned]) => {
    const answer = await upload({ content: pdf(), name })
    const { fileName, id } = (await answer.json()) as ComplianceCheck
    expect(fileName).toBe(cleaned)
    const file = await fetch(`${documents()}/${id}/file`, { headers })
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="${cleaned}"; filename*=utf-8''${encodeURIComponent(cleaned)}`,
    )
  })
})

describe('the file of a document', () => {
  const get = (checkId: string) => fetch(`${documents()}/${checkId}/file`, { headers })

  test('is saved and never shown, and no cache keeps it', async () => {
    const { id } = await uploaded()
    const answer = await get(id)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Habilitaci_n.pdf"; filename*=utf-8''Habilitaci%C3%B3n.pdf`,
      'content-length': String(pdf().byteLength),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    expect(await answer.bytes()).toEqual(new Uint8Array(pdf()))
  })

  test.for<[string, number, () => Promise<Actor>]>([
    ['its owner', 200, () => Promise.resolve(actorOf(['center'], centerId))],
    ['a moderator', 200, async () => staff(['moderator'])],
    ['an administrator', 200, async () => staff(['admin'])],
    [
      'the reception',
      403,
      async () => actorOf(['patient'], (await buildMember(platform, { centerId, role: 'reception' })).userId),
    ],
    ['another centre', 404, async () => actorOf(['center'], (await buildCenter(platform)).centerId)],
    ['a patient', 404, async () => actorOf(['patient'], (await buildAccount(platform)).userId)],
  ])('asked for by %s answers %i', async ([, status, who]) => {
    const { id } = await uploaded()
    actor = await who()
    expect((await get(id)).status).toBe(status)
  })

  const staff = async (roles: Role[]) => actorOf(roles, (await buildAccount(platform)).userId)

  test('of another centre is not found through one’s own', async () => {
    const { id } = await uploaded()
    centerId = (await buildCenter(platform)).centerId
    actor = actorOf(['center'], centerId)
    expect(await codeOf(await get(id))).toEqual([404, 'compliance.not_found'])
  })

  test('that was never uploaded, or is gone, is not found', async () => {
    const { id } = await uploaded()
    for (const name of await keptFiles(platform)) await platform.files.remove(name)
    expect(await codeOf(await get(id))).toEqual([404, 'compliance.not_found'])
    expect(await codeOf(await get(newId()))).toEqual([404, 'compliance.not_found'])
  })
})

test('only the owner lists and uploads, and nothing of a refused upload is kept', async () => {
  const { userId } = await buildMember(platform, { centerId, role: 'reception' })
  const file = { content: pdf(), name: 'licencia.pdf' }
  actor = actorOf(['patient'], userId)
  expect(await codeOf(await upload(file))).toEqual([403, 'centers.owner_only'])
  expect(await codeOf(await fetch(documents(), { headers }))).toEqual([403, 'centers.owner_only'])
  actor = actorOf(['center'], (await buildCenter(platform)).centerId)
  expect(await codeOf(await upload(file))).toEqual([404, 'centers.not_found'])
  expect(await codeOf(await fetch(documents(), { headers }))).toEqual([404, 'centers.not_found'])
  expect(await keptFiles(platform)).toEqual([])
})

describe('an approved document that lapses', () => {
  const expire = () => expireChecks(platform)

  test('counts on its last day, and is expired on the next, in Montevideo', async () => {
    const { id } = await uploaded()
    await approve(id, '2026-11-30')
    platform.clock.set(new Date('2026-12-01T02:59:00Z'))
    await expire()
    expect((await list())[0]?.status).toBe('approved')
    platform.clock.set(new Date('2026-12-01T03:00:00Z'))
    await expire()
    await expire()
    expect((await list())[0]?.status).toBe('expired')
    expect(await complianceOf()).toBe('non_compliant')
  })

  test('takes no badge away while another one of its kind is in force', async () => {
    await approve((await uploaded()).id, '2026-11-30')
    await approve((await uploaded()).id, '2027-11-30')
    platform.clock.set(new Date('2026-12-02T12:00:00Z'))
    await expire()
    expect((await list()).map(({ status }) => status).toSorted()).toEqual(['approved', 'expired'])
    expect(await complianceOf()).toBe('compliant')
  })

  test.for([
    ['license', 'appointments.not_bookable'],
    ['insurance', undefined],
  ] as const)('of the kind %s answers a new booking the same day with %s', async ([type, refused]) => {
    const { id } = await uploaded({ type })
    await approve(id, '2026-11-30')
    const { serviceId } = await buildService(platform, { centerId })
    platform.clock.set(new Date('2026-12-01T12:00:00Z'))
    const hold = () =>
      holdAppointment(platform, {
        asker: { userId: undefined, visitorKey: newId() },
        address: 'test',
        serviceId,
        startsAt: new Date('2026-12-03T13:00:00Z'),
        place: 'center',
      }).then(
        () => undefined,
        ({ code }) => code,
      )
    await expire()
    expect(await hold()).toBe(refused)
  })

  test('leaves alone what never lapses, and what was not approved', async () => {
    const forever = await uploaded()
    await approve(forever.id, null)
    const pending = await uploaded({ expiryDate: '2026-11-21' })
    platform.clock.set(new Date('2030-01-01T12:00:00Z'))
    await expire()
    const statuses = Object.fromEntries((await list()).map(({ id, status }) => [id, status]))
    expect(statuses).toEqual({ [forever.id]: 'approved', [pending.id]: 'pending' })
  })
})

test('documents that no check names go after a day; the others stay', async () => {
  await uploaded()
  const kept = await keptFiles(platform)
  const lost = `${newFileName({ prefix: 'document' })}.pdf`
  await platform.files.write({ name: lost, content: pdf() })
  const age = async (hours: number) => {
    const then = new Date(platform.clock.now().getTime() - hours * 3_600_000)
    for (const name of await keptFiles(platform))
      await utimes(join(platform.settings.dataDir, 'files', name), then, then)
    await clearDocuments(platform)
    return keptFiles(platform)
  }
  expect(await age(23)).toHaveLength(2)
  expect(await age(25)).toEqual(kept)
})
