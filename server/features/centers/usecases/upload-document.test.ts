import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ComplianceCheck } from '#contract/compliance.ts'
import { newFileName } from '#server/platform/file-store.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildCenter, buildMember } from '#server/testing/builders.ts'
import { buildDocuments, type Documents } from '#server/testing/documents.ts'
import { runJobs, type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { listStoredFiles, pdf, type Upload } from '#server/testing/uploads.ts'
import { deleteUnusedDocuments } from './upload-document.ts'

let platform: TestPlatform
let documents: Documents
beforeEach(async () => {
  platform = await testPlatform()
  documents = await buildDocuments(platform)
})

const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

describe('a document', () => {
  test('waits for staff beside the approved one, newest first', async () => {
    const first = await documents.uploaded()
    await documents.approve(first.id, '2027-01-31')
    platform.clock.advance(1000)
    const second = await documents.uploaded({ expiryDate: '2028-01-31' })
    expect(second).toMatchObject({
      type: 'license',
      status: 'pending',
      expiryDate: '2028-01-31',
      fileName: 'Habilitación.pdf',
      checkedAt: null,
    })
    expect((await documents.list()).map(({ id, status }) => [id, status])).toEqual([
      [second.id, 'pending'],
      [first.id, 'approved'],
    ])
  })

  test('replaces a check of its type that has no document yet', async () => {
    for (const type of ['license', 'insurance']) {
      await platform.db
        .insertInto('compliance_checks')
        .values({ id: newId(), center_id: documents.centerId, check_type: type, created_at: platform.clock.now() })
        .execute()
    }
    await documents.uploaded()
    const names = (await documents.list()).map(({ type, fileName }) => [type, fileName])
    expect(new Map(names as [string, string | null][])).toEqual(
      new Map([
        ['license', 'Habilitación.pdf'],
        ['insurance', null],
      ]),
    )
    expect(names).toHaveLength(2)
  })

  test('replaces a document of its type that was not reviewed yet, and deletes its file', async () => {
    const first = await documents.uploaded()
    await documents.uploaded({ type: 'insurance' })
    const second = await documents.uploaded()
    expect((await documents.list()).map(({ id }) => id)).not.toContain(first.id)
    expect(await documents.list()).toHaveLength(2)
    await runJobs(platform)
    expect(await listStoredFiles(platform)).toHaveLength(2)
    expect((await documents.send(`/${second.id}/file`)).status).toBe(200)
  })

  test.for([
    ['2026-11-19', 422],
    ['2026-11-20', 201],
  ] as const)('that lapses on %s gets the response %i on 20 November', async ([expiryDate, status]) => {
    const response = await documents.upload({ content: pdf(), name: 'licencia.pdf' }, { expiryDate })
    expect(response.status).toBe(status)
    if (status === 422) expect(await response.text()).toContain('Ya venció')
  })

  test('is stored under an unguessable name without a public address', async () => {
    await documents.uploaded()
    const [name = ''] = await listStoredFiles(platform)
    expect(name).toMatch(/^document-[\w-]{43}\.pdf$/)
    expect((await fetch(`${documents.url}/files/${name}`)).status).toBe(404)
    expect((await fetch(`${documents.url}/files/${name}`, { headers: documents.headers })).status).toBe(404)
  })

  test.for([
    ['a blank line', '\n'],
    ['a byte-order mark', '\uFEFF'],
  ])('that is a PDF after %s is stored', async ([, start = '']) => {
    const content = Buffer.concat([Buffer.from(start), pdf()])
    expect((await documents.upload({ content, name: 'licencia.pdf' })).status).toBe(201)
  })

  test.for<[string, Upload]>([
    ['a program', { content: Buffer.concat([Buffer.from('MZ\x90\0'), pdf()]), name: 'licencia.pdf' }],
    ['an archive', { content: Buffer.concat([Buffer.from('PK\x03\x04'), pdf()]), name: 'licencia.pdf' }],
    ['an HTML page', { content: '<!doctype html><script>1</script>%PDF-1.7 %%EOF', name: 'licencia.pdf' }],
    ['an empty file', { content: '', name: 'licencia.pdf' }],
  ])('that is %s is refused under any name', async ([, file]) => {
    const response = await documents.upload({ ...file, type: 'application/pdf' })
    expect(await codeOf(response)).toEqual([422, 'files.not_a_pdf'])
    expect([await documents.list(), await listStoredFiles(platform)]).toEqual([[], []])
  })

  test.for([
    ['cut off', pdf({ ending: '' }), 'files.pdf_cut_off', 'le falta el final'],
    [
      'locked with a password',
      Buffer.from('%PDF-1.7\nxref\n0 0\ntrailer<</Root 1 0 R/Encrypt 5 0 R>>\nstartxref\n9\n%%EOF\n'),
      'files.pdf_locked',
      'El PDF tiene contraseña: guárdalo sin ella y súbelo de nuevo.',
    ],
  ] as const)('that is %s is refused with what the owner can do about it', async ([, content, code, message]) => {
    const response = await documents.upload({ content, name: 'licencia.pdf' })
    const refusal = await response.text()
    expect([response.status, (JSON.parse(refusal) as { code: string }).code]).toEqual([422, code])
    expect(refusal).toContain(message)
    expect([await documents.list(), await listStoredFiles(platform)]).toEqual([[], []])
  })

  test('that is refused does not count as one of the thirty of an hour', async () => {
    const attempt = { name: 'compliance.uploads', key: documents.centerId, limit: 30, windowSeconds: 3600 }
    for (let n = 0; n < 29; n++) await countAttempt(platform, attempt)
    for (let n = 0; n < 2; n++) {
      expect(await codeOf(await documents.upload({ content: '', name: 'a.pdf' }))).toEqual([422, 'files.not_a_pdf'])
    }
    await documents.uploaded()
    const response = await documents.upload({ content: pdf(), name: 'b.pdf' })
    expect(await codeOf(response)).toEqual([429, 'request.too_many'])
  })

  test('that is refused counts as one of the hundred and twenty that are read in an hour', async () => {
    const attempt = { name: 'compliance.read_uploads', key: documents.centerId, limit: 120, windowSeconds: 3600 }
    for (let n = 0; n < 119; n++) await countAttempt(platform, attempt)
    expect(await codeOf(await documents.upload({ content: '', name: 'a.pdf' }))).toEqual([422, 'files.not_a_pdf'])
    expect(await codeOf(await documents.upload({ content: pdf(), name: 'b.pdf' }))).toEqual([429, 'request.too_many'])
  })

  test('that is too large is refused with an explanation', async () => {
    const content = new Uint8Array(10_000_001)
    const response = await documents.upload({ content, name: 'licencia.pdf' })
    expect([response.status, await response.text()]).toEqual([
      422,
      expect.stringContaining('El documento puede pesar hasta 10 MB'),
    ])
    expect(await listStoredFiles(platform)).toEqual([])
  })

  test.for([
    ['../../etc/cron.d/x.pdf', 'x.pdf'],
    ['seguro\u202efdp.exe', 'segurofdp.exe.pdf'],
    ['a"; filename=b.html.pdf', 'a-; filename=b.html.pdf'],
  ] as const)('with the file name %j is stored and sent as %j', async ([name, cleaned]) => {
    const response = await documents.upload({ content: pdf(), name })
    const { fileName, id } = (await response.json()) as ComplianceCheck
    expect(fileName).toBe(cleaned)
    const file = await documents.send(`/${id}/file`)
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="${cleaned}"; filename*=utf-8''${encodeURIComponent(cleaned)}`,
    )
  })
})

test('only the owner can list and upload documents, and a refused upload stores nothing', async () => {
  const { userId } = await buildMember(platform, { centerId: documents.centerId, role: 'reception' })
  const file = { content: pdf(), name: 'licencia.pdf' }
  documents.actor = actorOf(['patient'], userId)
  expect(await codeOf(await documents.upload(file))).toEqual([403, 'centers.owner_only'])
  expect(await codeOf(await documents.send())).toEqual([403, 'centers.owner_only'])
  documents.actor = actorOf(['center'], (await buildCenter(platform)).centerId)
  expect(await codeOf(await documents.upload(file))).toEqual([404, 'centers.not_found'])
  expect(await codeOf(await documents.send())).toEqual([404, 'centers.not_found'])
  expect(await listStoredFiles(platform)).toEqual([])
})

test('files that no check names are deleted after a day, and the others stay', async () => {
  await documents.uploaded()
  const storedFiles = await listStoredFiles(platform)
  const unusedName = `${newFileName({ prefix: 'document' })}.pdf`
  await platform.files.write({ name: unusedName, content: pdf() })
  const age = async (hours: number) => {
    const then = new Date(platform.clock.now().getTime() - hours * hourMs)
    for (const name of await listStoredFiles(platform))
      await utimes(join(platform.settings.dataDir, 'files', name), then, then)
    await deleteUnusedDocuments(platform)
    return listStoredFiles(platform)
  }
  expect(await age(23)).toHaveLength(2)
  expect(await age(25)).toEqual(storedFiles)
})
