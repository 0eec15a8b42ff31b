import { beforeEach, expect, test } from 'vitest'
import type { DocumentRow } from '#contract/center-records.ts'
import { type DocumentOrder, documentOrders } from '#contract/record-statuses.ts'
import { moderationRoutes } from '#server/features/moderation/routes/moderation.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { centerProfileRoutes } from '#server/processes/center-profile.ts'
import { undoActionRoutes } from '#server/processes/undo-action.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildCenter, buildLicense, buildProfessional } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDocuments, type Documents } from '#server/testing/documents.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { expireChecks } from '../usecases/expire-checks.ts'
import { centerRecordsRoutes } from './records.ts'

let platform: TestPlatform
let documents: Documents
beforeEach(async () => {
  platform = await testPlatform()
  documents = await buildDocuments(platform)
})

const routes = {
  centerRecords: { ...centerRecordsRoutes, ...centerProfileRoutes.centerRecords },
  moderation: { ...moderationRoutes, ...undoActionRoutes.moderation },
}
const reason = 'Revisamos los papeles.'
const untouched = (id: string) => [{ id, lastActionId: null }]

async function buildStaff() {
  const { userId } = await buildAccount(platform)
  const actor = actorOf(['moderator'], userId)
  return clientOf(platform, routes, { bearer: userId, authenticate: () => Promise.resolve(actor) })
}

test('a revoked centre leaves the search, its owner reads why, and undoing it brings the centre back', async () => {
  const client = await buildStaff()
  const { centerId } = documents
  const license = await documents.uploaded()
  const certification = await documents.uploaded({ type: 'certification' })
  for (const { id } of [license, certification]) await documents.approve(id, null)
  const before = await client.centerRecords.get({ centerId })
  expect(await client.centerRecords.revoke({ targets: untouched(centerId), reason })).toMatchObject({
    items: [{ isDone: true }],
  })
  const { actions, ...revoked } = await client.centerRecords.get({ centerId })
  expect(revoked).toMatchObject({ approvedAt: null, verified: false, complianceStatus: 'non_compliant' })
  const [mail] = await listMails(platform, { limit: 1 })
  expect(mail?.text).toContain(reason)
  const again = await client.centerRecords.revoke({ targets: untouched(centerId), reason })
  expect(again.items[0]?.refusal?.code).toBe('moderation.changed')
  await client.moderation.undo({ actionId: actions[0]?.id ?? '', reason })
  expect(await client.centerRecords.get({ centerId })).toMatchObject({ approvedAt: before.approvedAt })
})

test('when two moderators review one document at the same time, one succeeds and the other is refused', async () => {
  const [one, other] = [await buildStaff(), await buildStaff()]
  const { id } = await documents.uploaded()
  const outcomes = await Promise.all([
    one.centerRecords.approveDocuments({ targets: untouched(id), expiryDate: null, reason }),
    other.centerRecords.rejectDocuments({ targets: untouched(id), reason }),
  ])
  const items = outcomes.flatMap((outcome) => outcome.items)
  expect(items.filter(({ isDone }) => isDone)).toHaveLength(1)
  expect(items.find(({ isDone }) => !isDone)?.refusal?.code).toBe('moderation.changed')
})

test('a rejected document shows the reason, an approval in the past is refused, and undoing makes it pending', async () => {
  const client = await buildStaff()
  const { centerId } = documents
  const { id } = await documents.uploaded()
  const late = await client.centerRecords.approveDocuments({
    targets: untouched(id),
    expiryDate: '2020-01-01',
    reason,
  })
  expect(late.items[0]?.refusal?.code).toBe('centerRecords.already_lapsed')
  await client.centerRecords.rejectDocuments({ targets: untouched(id), reason })
  expect((await documents.list())[0]).toMatchObject({ status: 'rejected', notes: reason })
  const [document] = (await client.centerRecords.get({ centerId })).documents
  await client.moderation.undo({ actionId: document?.lastActionId ?? '', reason })
  expect((await documents.list())[0]).toMatchObject({ status: 'pending', notes: '' })
})

test('a centre is approved once its profile and its documents are complete', async () => {
  const client = await buildStaff()
  const { centerId } = documents
  const unready = { description: '', approved_at: null, verified: false }
  await platform.db.updateTable('center_profiles').set(unready).where('id', '=', centerId).execute()
  const early = await client.centerRecords.approve({ targets: untouched(centerId), reason })
  expect(early.items[0]?.refusal?.code).toBe('centers.not_ready')
  const ready = { description: 'Fisioterapia', address: 'Rivera 1234', phone: '+59899123456' }
  await platform.db
    .updateTable('center_profiles')
    .set({ ...ready, specialties: ['Fisioterapia'] })
    .where('id', '=', centerId)
    .execute()
  for (const type of ['license', 'certification'])
    await documents.approve((await documents.uploaded({ type })).id, null)
  expect((await client.centerRecords.approve({ targets: untouched(centerId), reason })).items).toMatchObject([
    { isDone: true },
  ])
  expect((await client.centerRecords.get({ centerId })).approvedAt).not.toBeNull()
})

test('staff can search centres by part of their name and by status, and documents by status, oldest first', async () => {
  const client = await buildStaff()
  const { centerId } = documents
  const first = await documents.uploaded()
  const second = await documents.uploaded({ type: 'insurance' })
  const { items } = await client.centerRecords.list({})
  expect(items).toMatchObject([{ id: centerId, pendingDocuments: 2, pinPrecision: 'exact' }])
  const approximate = { is_pin_exact: false }
  await platform.db.updateTable('center_profiles').set(approximate).where('id', '=', centerId).execute()
  expect((await client.centerRecords.list({})).items).toMatchObject([{ pinPrecision: 'approximate' }])
  expect(await client.centerRecords.get({ centerId })).toMatchObject({ pinPrecision: 'approximate' })
  const [row] = items
  const part = row?.name.slice(0, 5).toLocaleUpperCase('es') ?? ''
  expect((await client.centerRecords.list({ text: part })).items).toHaveLength(1)
  expect((await client.centerRecords.list({ text: '%_%' })).items).toEqual([])
  for (const status of ['verified', 'non_compliant', 'pending'] as const) {
    expect((await client.centerRecords.list({ status })).items).toHaveLength(row?.status === status ? 1 : 0)
  }

  const page = await client.centerRecords.listDocuments({ list: 'pending', limit: 1 })
  expect(page.items).toMatchObject([{ id: first.id, centerId, can: { approve: true, reject: true, request: true } }])
  const nextPage = await client.centerRecords.listDocuments({ list: 'pending', cursor: page.nextCursor ?? '' })
  expect(nextPage).toMatchObject({ items: [{ id: second.id }], nextCursor: null })
  expect((await client.centerRecords.listDocuments({ list: 'approved' })).items).toEqual([])
  const insurances = await client.centerRecords.listDocuments({ list: 'pending', type: 'insurance', text: part })
  expect(insurances.items).toMatchObject([{ id: second.id }])
  expect((await client.centerRecords.listDocuments({ list: 'pending', text: 'no existe' })).items).toEqual([])
})

test('a check without a file waits for no review, is in the list of the figure, and nothing can be decided about it', async () => {
  const client = await buildStaff()
  const { centerId } = documents
  for (const status of ['pending', 'rejected', 'expired'] as const)
    await buildLicense(platform, { centerId, status, fileName: null })
  for (const [list, status] of [
    ['missing', 'pending'],
    ['rejected', 'rejected'],
    ['expired', 'expired'],
  ] as const) {
    expect((await client.centerRecords.listDocuments({ list })).items).toMatchObject([
      { centerId, status, fileName: null, can: { approve: false, reject: false, request: false } },
    ])
  }
  expect((await client.centerRecords.listDocuments({ list: 'pending' })).items).toEqual([])
  for (const order of documentOrders) {
    expect((await client.centerRecords.listDocuments({ list: 'open', order })).items).toHaveLength(3)
  }
})

test('the open documents begin with those that staff can review, the oldest first, and end with those that no centre uploaded', async () => {
  const client = await buildStaff()
  const { centerId } = documents
  await buildLicense(platform, { centerId, status: 'pending', fileName: null })
  platform.clock.advance(1000)
  await buildLicense(platform, { centerId, type: 'insurance', status: 'rejected', fileName: 'rechazado.pdf' })
  const waiting: string[] = []
  for (const type of ['certification', 'identity'] as const) {
    platform.clock.advance(1000)
    waiting.push((await documents.uploaded({ type })).id)
  }
  const rowsOf = async (order: DocumentOrder, limit: number) => {
    const found: DocumentRow[] = []
    let cursor: string | undefined
    do {
      const page = await client.centerRecords.listDocuments({ list: 'open', order, limit, ...(cursor && { cursor }) })
      found.push(...page.items)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return found.map(({ id, type }) => (waiting.includes(id) ? waiting.indexOf(id) : type))
  }
  for (const limit of [1, 2, 3, 50]) {
    expect(await rowsOf('oldest', limit)).toEqual([0, 1, 'insurance', 'license'])
    expect(await rowsOf('newest', limit)).toEqual([1, 0, 'insurance', 'license'])
    expect(await rowsOf('expiry', limit)).toHaveLength(4)
  }
})

test('a page of the open documents goes on after the last one, also once that one is reviewed', async () => {
  const client = await buildStaff()
  const first = await documents.uploaded({ type: 'certification' })
  platform.clock.advance(1000)
  const second = await documents.uploaded({ type: 'identity' })
  const { nextCursor } = await client.centerRecords.listDocuments({ list: 'open', limit: 1 })
  await client.centerRecords.approveDocuments({ targets: untouched(first.id), reason, expiryDate: null })
  const next = await client.centerRecords.listDocuments({ list: 'open', limit: 1, cursor: nextCursor ?? '' })
  expect(next.items).toMatchObject([{ id: second.id }])
})

test('the documents that lapse within 30 days are a list, and are marked on the page of their centre', async () => {
  const client = await buildStaff()
  const { centerId } = documents
  const days = [
    ['license', '2026-12-05'],
    ['insurance', '2027-05-01'],
    ['identity', undefined],
  ] as const
  for (const [type, expiryDate] of days)
    await buildLicense(platform, {
      centerId,
      type,
      status: 'approved',
      fileName: `${type}.pdf`,
      ...(expiryDate && { expiryDate }),
    })
  expect((await client.centerRecords.listDocuments({ list: 'expiring' })).items).toMatchObject([
    { type: 'license', lapsesSoon: true },
  ])
  const { documents: shown } = await client.centerRecords.get({ centerId })
  expect(shown.filter(({ lapsesSoon }) => lapsesSoon).map(({ type }) => type)).toEqual(['license'])
})

test('staff are offered exactly the actions that the server accepts for a centre and its documents', async () => {
  const client = await buildStaff()
  const { centerId } = documents
  const { id } = await documents.uploaded()
  const { can, documents: shown } = await client.centerRecords.get({ centerId })
  expect(shown.find((document) => document.id === id)?.can).toEqual({ approve: true, reject: true, request: true })
  const outcome = async (action: 'approve' | 'revoke') => {
    const { documents: _, ...center } = await client.centerRecords.get({ centerId })
    const targets = [{ id: centerId, lastActionId: center.lastActionId }]
    return (await client.centerRecords[action]({ targets, reason })).items[0]?.isDone
  }
  const offered = can.revoke ? ('revoke' as const) : ('approve' as const)
  expect(await outcome(offered)).toBe(can[offered])
  const after = await client.centerRecords.get({ centerId })
  expect(after.can.revoke).toBe(after.approvedAt !== null)
  expect(await outcome('revoke')).toBe(after.can.revoke)
})

test('the list of actions has them all, newest first, in pages, with the name of each target', async () => {
  const client = await buildStaff()
  const { id } = await documents.uploaded()
  await client.centerRecords.rejectDocuments({ targets: untouched(id), reason })
  await client.centerRecords.revoke({ targets: untouched(documents.centerId), reason })
  const page = await client.moderation.list({ limit: 1 })
  expect(page.items).toMatchObject([{ actionType: 'revoke', targetType: 'center' }])
  const nextPage = await client.moderation.list({ cursor: page.nextCursor ?? '' })
  expect(nextPage.items).toMatchObject([{ actionType: 'reject', targetType: 'document' }])
  expect(nextPage.items[0]?.targetName).toBe(page.items[0]?.targetName)
  expect(nextPage.nextCursor).toBeNull()
})

test('a document that staff request again keeps its status and leaves the queue, and the centre sees the reason until it uploads a new one', async () => {
  const client = await buildStaff()
  const { centerId } = documents
  const { id } = await documents.uploaded()
  expect((await client.centerRecords.requestDocuments({ targets: untouched(id), reason })).items).toMatchObject([
    { isDone: true },
  ])
  expect((await documents.list())[0]).toMatchObject({ id, status: 'pending', requestReason: reason })
  const [mail] = await listMails(platform, { limit: 1 })
  expect(mail).toMatchObject({ subject: 'Necesitamos otro documento tuyo' })
  expect(mail?.text).toContain(reason)
  expect((await client.centerRecords.listDocuments({ list: 'pending' })).items).toEqual([])
  const { items } = await client.centerRecords.listDocuments({ list: 'requested' })
  expect(items).toMatchObject([{ id, status: 'pending', can: { approve: true, reject: true, request: false } }])
  const { publication } = await client.centerRecords.get({ centerId })
  expect(publication.documents).toContainEqual(expect.objectContaining({ type: 'license', requestReason: reason }))
  const target = { id, lastActionId: items[0]?.lastActionId ?? null }
  const again = await client.centerRecords.requestDocuments({ targets: [target], reason })
  expect(again.items[0]?.refusal?.code).toBe('centerRecords.requested')

  const newer = await documents.uploaded()
  expect(await documents.list()).toMatchObject([{ id: newer.id, status: 'pending', requestReason: null }])
  expect((await client.centerRecords.listDocuments({ list: 'requested' })).items).toEqual([])
  expect((await client.centerRecords.listDocuments({ list: 'pending' })).items).toMatchObject([{ id: newer.id }])
})

test('an approved document that staff request again stays valid until the newer one is approved, and undoing ends the request', async () => {
  const client = await buildStaff()
  const { centerId } = documents
  const { id } = await documents.uploaded()
  await documents.approve(id, null)
  await client.centerRecords.requestDocuments({ targets: untouched(id), reason })
  expect((await documents.list())[0]).toMatchObject({ status: 'approved', requestReason: reason })
  const [document] = (await client.centerRecords.get({ centerId })).documents
  await client.moderation.undo({ actionId: document?.lastActionId ?? '', reason })
  expect((await documents.list())[0]).toMatchObject({ status: 'approved', requestReason: null })
})

test('the review of a document that a newer upload replaced cannot be undone, so only one document is pending', async () => {
  const client = await buildStaff()
  const { centerId } = documents
  const { id } = await documents.uploaded()
  await client.centerRecords.rejectDocuments({ targets: untouched(id), reason })
  const newer = await documents.uploaded()
  const { documents: shown } = await client.centerRecords.get({ centerId })
  const actionId = shown.find((document) => document.id === id)?.lastActionId ?? ''
  await expect(client.moderation.undo({ actionId, reason })).rejects.toMatchObject({ code: 'centerRecords.replaced' })
  const waiting = (await documents.list()).filter(({ status }) => status === 'pending')
  expect(waiting.map((document) => document.id)).toEqual([newer.id])
})

test('a document that was approved by mistake, before a newer upload, can still be rejected', async () => {
  const client = await buildStaff()
  const { centerId } = documents
  const { id } = await documents.uploaded()
  await client.centerRecords.approveDocuments({ targets: untouched(id), expiryDate: null, reason })
  await documents.uploaded()
  const { documents: shown } = await client.centerRecords.get({ centerId })
  const mistaken = shown.find((document) => document.id === id)
  expect(mistaken?.can).toEqual({ approve: false, reject: true, request: false })
  const target = { id, lastActionId: mistaken?.lastActionId ?? null }
  const { items } = await client.centerRecords.rejectDocuments({ targets: [target], reason })
  expect(items).toMatchObject([{ isDone: true }])
  expect((await documents.list()).map(({ status }) => status)).toEqual(['pending', 'rejected'])
})

test('the expiry of a document is listed as an action, and staff cannot undo it', async () => {
  const client = await buildStaff()
  const { id } = await documents.uploaded()
  await documents.approve(id, '2026-11-21')
  platform.clock.set(new Date('2026-11-22T12:00:00Z'))
  await expireChecks(platform)
  const [lapse] = (await client.moderation.list({})).items
  expect(lapse).toMatchObject({ actionType: 'expire', moderatorName: null, can: { undo: false } })
  await expect(client.moderation.undo({ actionId: lapse?.id ?? '', reason })).rejects.toMatchObject({
    code: 'moderation.not_undoable',
  })
})

test('staff can open the public page of an unapproved centre, and its owner cannot', async () => {
  const { centerId } = documents
  await platform.db
    .updateTable('center_profiles')
    .set({ approved_at: null, is_public: false })
    .where('id', '=', centerId)
    .execute()
  const client = await buildStaff()
  expect(await client.centerRecords.preview({ centerId })).toMatchObject({ id: centerId })
  const owner = clientOf(platform, routes, centerId)
  await expect(owner.centerRecords.preview({ centerId })).rejects.toMatchObject({ status: 403 })
})

test.for([
  ['newest', ['Ágora', 'nube', 'Ñandú', 'zafiro', 'Brisa']],
  ['oldest', ['Brisa', 'zafiro', 'Ñandú', 'nube', 'Ágora']],
  ['name', ['Ágora', 'Brisa', 'nube', 'Ñandú', 'zafiro']],
  ['name_desc', ['zafiro', 'Ñandú', 'nube', 'Brisa', 'Ágora']],
] as const)('the list of centres by %s has every centre once over its pages', async ([order, names]) => {
  const client = await buildStaff()
  await platform.db.updateTable('center_profiles').set({ center_name: 'Brisa' }).execute()
  for (const name of ['zafiro', 'Ñandú', 'nube', 'Ágora']) {
    platform.clock.advance(1000)
    await buildCenter(platform, { name })
  }
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.centerRecords.list({ order, limit: 1, ...(cursor && { cursor }) })
    found.push(...page.items.map(({ name }) => name))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(found).toEqual(names)
})

test.for([
  ['oldest', [0, 1, 2, 3]],
  ['newest', [3, 2, 1, 0]],
  ['expiry', [2, 1, 0, 3]],
] as const)('the list of documents by %s has every document once over its pages', async ([order, places]) => {
  const client = await buildStaff()
  const ids: string[] = []
  const uploads = [
    ['license', ''],
    ['insurance', '2027-05-01'],
    ['certification', '2027-01-01'],
    ['identity', ''],
  ] as const
  for (const [type, expiryDate] of uploads) {
    platform.clock.advance(1000)
    ids.push((await documents.uploaded({ type, expiryDate })).id)
  }
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.centerRecords.listDocuments({
      list: 'pending',
      order,
      limit: 1,
      ...(cursor && { cursor }),
    })
    found.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(found).toEqual(places.map((place) => ids[place]))
  await expect(
    client.centerRecords.listDocuments({ list: 'pending', order: 'expiry', cursor: 'MjAyNi0wMi0zMS4' }),
  ).rejects.toMatchObject({ status: 422 })
})

test('beside a document are the registration numbers that the active professionals of the centre declare', async () => {
  const client = await buildStaff()
  const { centerId } = documents
  await buildProfessional(platform, { centerId, name: 'Inés Torres', registrationNumber: 'MSP 48213' })
  await buildProfessional(platform, { centerId, name: 'Sin Número' })
  await documents.uploaded()
  const registrations = [{ name: 'Inés Torres', number: 'MSP 48213' }]
  expect(await client.centerRecords.get({ centerId })).toMatchObject({ documents: [{ registrations }] })
  expect((await client.centerRecords.listDocuments({ list: 'pending' })).items).toMatchObject([{ registrations }])
})

test('the approval does not come back to an account that is no centre any more', async () => {
  const client = await buildStaff()
  const { centerId } = documents
  await client.centerRecords.revoke({ targets: untouched(centerId), reason })
  await platform.db.updateTable('user_roles').set({ role: 'patient' }).where('user_id', '=', centerId).execute()
  const { actions, can } = await client.centerRecords.get({ centerId })
  expect([actions[0]?.can.undo, can.approve]).toEqual([false, false])
  await expect(client.moderation.undo({ actionId: actions[0]?.id ?? '', reason })).rejects.toMatchObject({
    code: 'centerRecords.owner_blocked',
  })
})
