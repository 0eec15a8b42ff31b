import { beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import type { Actor } from '#server/api/actor.ts'
import { newId } from '#server/platform/ids.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildCenter, buildMember } from '#server/testing/builders.ts'
import { buildDocuments, type Documents } from '#server/testing/documents.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { listStoredFiles, pdf } from '#server/testing/uploads.ts'

let platform: TestPlatform
let documents: Documents
beforeEach(async () => {
  platform = await testPlatform()
  documents = await buildDocuments(platform)
})

const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

describe('the file of a document', () => {
  const get = (checkId: string) => documents.send(`/${checkId}/file`)

  test('is sent as a download that browsers do not display and caches do not store', async () => {
    const { id } = await documents.uploaded()
    const response = await get(id)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Habilitaci_n.pdf"; filename*=utf-8''Habilitaci%C3%B3n.pdf`,
      'content-length': String(pdf().byteLength),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    expect(await response.bytes()).toEqual(new Uint8Array(pdf()))
  })

  test.for<[string, number, () => Promise<Actor>]>([
    ['its owner', 200, () => Promise.resolve(actorOf(['center'], documents.centerId))],
    ['a moderator', 200, async () => staff(['moderator'])],
    ['an administrator', 200, async () => staff(['admin'])],
    [
      'the receptionist',
      403,
      async () =>
        actorOf(['patient'], (await buildMember(platform, { centerId: documents.centerId, role: 'reception' })).userId),
    ],
    ['another centre', 404, async () => actorOf(['center'], (await buildCenter(platform)).centerId)],
    ['a patient', 404, async () => actorOf(['patient'], (await buildAccount(platform)).userId)],
  ])('requested by %s responds with %i', async ([, status, buildActor]) => {
    const { id } = await documents.uploaded()
    documents.actor = await buildActor()
    expect((await get(id)).status).toBe(status)
  })

  const staff = async (roles: Role[]) => actorOf(roles, (await buildAccount(platform)).userId)

  test('of another centre is not found through the caller’s own centre', async () => {
    const { id } = await documents.uploaded()
    documents.centerId = (await buildCenter(platform)).centerId
    documents.actor = actorOf(['center'], documents.centerId)
    expect(await codeOf(await get(id))).toEqual([404, 'compliance.not_found'])
  })

  test('that was never uploaded, or was deleted, is not found', async () => {
    const { id } = await documents.uploaded()
    for (const name of await listStoredFiles(platform)) await platform.files.remove(name)
    expect(await codeOf(await get(id))).toEqual([404, 'compliance.not_found'])
    expect(await codeOf(await get(newId()))).toEqual([404, 'compliance.not_found'])
  })
})
