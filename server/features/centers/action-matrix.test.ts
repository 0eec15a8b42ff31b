import { beforeAll, describe, expect, test } from 'vitest'
import { centerRecords } from '#contract/center-records.ts'
import { type Role, roles, staffRoles } from '#contract/roles.ts'
import { moderationRoutes } from '#server/features/moderation/routes/moderation.ts'
import { newId } from '#server/platform/ids.ts'
import { centerProfileRoutes } from '#server/processes/center-profile.ts'
import { undoActionRoutes } from '#server/processes/undo-action.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildCenter, buildLicense } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { centerRecordsRoutes } from './routes/records.ts'
import { expireChecks } from './usecases/expire-checks.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})

const reason = 'Prueba de permisos.'
const routes = {
  centerRecords: { ...centerRecordsRoutes, ...centerProfileRoutes.centerRecords },
  moderation: { ...moderationRoutes, ...undoActionRoutes.moderation },
}
const targets = ['own', 'other', 'suspended owner'] as const
type Target = (typeof targets)[number]

const staff = (role: Role, userId: string) =>
  clientOf(platform, routes, { bearer: userId, authenticate: async () => actorOf([role], userId) })
type Client = ReturnType<typeof staff>
type Center = Awaited<ReturnType<Client['centerRecords']['get']>>

const ready = { description: 'Un lugar tranquilo.', phone: '+59899123456', specialties: ['Fisioterapia'] }

/** A centre that meets every requirement, with the client of the member of staff who acts on it. */
async function buildTarget({ target, role }: { target: Target; role: Role }) {
  const { centerId } = await buildCenter(platform, ready)
  const actorId = target === 'own' ? centerId : (await buildAccount(platform)).userId
  if (target === 'suspended owner') {
    const suspended = { status: 'suspended', suspended_until: new Date('2030-01-01'), suspension_reason: reason }
    await platform.db.updateTable('profiles').set(suspended).where('id', '=', centerId).execute()
  }
  return { centerId, client: staff(role, actorId) }
}

type Outcome = { items: { isDone: boolean }[] }
const isDone = ({ items }: Outcome) => items[0]?.isDone ?? false

/** Undoes an action. @returns false when the request is refused */
const undo = async (client: Client, actionId: string) =>
  client.moderation.undo({ actionId, reason }).then(
    () => true,
    ({ status }: { status: number }) => {
      expect(status).toBeLessThan(500)
      return false
    },
  )

const centerStatuses = ['ready', 'incomplete', 'approved', 'revoked'] as const
type CenterStatus = (typeof centerStatuses)[number]

async function buildTargetCenter(row: { target: Target; role: Role; status: CenterStatus }) {
  const { centerId, client } = await buildTarget(row)
  if (row.status !== 'incomplete') {
    await buildLicense(platform, { centerId, status: 'approved', fileName: `${newId()}.pdf` })
  }
  const approval = row.status === 'approved' || row.status === 'revoked' ? {} : { approved_at: null, verified: false }
  await platform.db
    .updateTable('center_profiles')
    .set({ verified: true, ...approval })
    .where('id', '=', centerId)
    .execute()
  if (row.status === 'revoked') {
    const other = staff('admin', (await buildAccount(platform)).userId)
    expect(isDone(await other.centerRecords.revoke({ targets: [{ id: centerId, lastActionId: null }], reason }))).toBe(
      true,
    )
  }
  return { centerId, client }
}

describe('an action on a centre', () => {
  const actions = {
    approve: {
      isOffered: ({ can }: Center) => can.approve,
      take: async (client: Client, { id, lastActionId }: Center) =>
        isDone(await client.centerRecords.approve({ targets: [{ id, lastActionId }], reason })),
    },
    revoke: {
      isOffered: ({ can }: Center) => can.revoke,
      take: async (client: Client, { id, lastActionId }: Center) =>
        isDone(await client.centerRecords.revoke({ targets: [{ id, lastActionId }], reason })),
    },
    undo: {
      isOffered: ({ actions: [last] }: Center) => last?.can.undo ?? false,
      take: (client: Client, { actions: [last] }: Center) => undo(client, last?.id ?? newId()),
    },
  }
  test.each(
    (['approve', 'revoke', 'undo'] as const).flatMap((action) =>
      staffRoles.flatMap((role) =>
        targets.flatMap((target) => centerStatuses.map((status) => ({ action, role, target, status }))),
      ),
    ),
  )('is accepted exactly when the page offers it: $action, $role, $target, $status', async (row) => {
    const { centerId, client } = await buildTargetCenter(row)
    const center = await client.centerRecords.get({ centerId })
    const { isOffered, take } = actions[row.action]
    const { items } = await client.centerRecords.list({ limit: 100 })
    const listed = items.find(({ id }) => id === centerId)
    expect(listed?.can).toEqual(center.can)
    const offered = isOffered(center)
    const expected = { approve: ['ready', 'revoked'], revoke: ['approved'], undo: ['revoked'] }[row.action]
    if (row.target === 'other') expect(offered).toBe(expected.includes(row.status))
    if (row.target === 'own') expect(offered).toBe(false)
    expect(await take(client, center)).toBe(offered)
  })
})

const documentStatuses = ['announced', 'pending', 'approved', 'rejected', 'expired', 'requested', 'replaced'] as const
type DocumentStatus = (typeof documentStatuses)[number]

async function buildDocument(row: { target: Target; role: Role; status: DocumentStatus }) {
  const { centerId, client } = await buildTarget(row)
  const { status } = row
  const stored =
    status === 'announced' || status === 'requested' ? 'pending' : status === 'replaced' ? 'approved' : status
  await buildLicense(platform, {
    centerId,
    status: stored,
    fileName: status === 'announced' ? null : `${newId()}.pdf`,
  })
  const [document] = (await client.centerRecords.get({ centerId })).documents
  const id = document?.id ?? ''
  if (status === 'requested') {
    const other = staff('admin', (await buildAccount(platform)).userId)
    const requested = await other.centerRecords.requestDocuments({ targets: [{ id, lastActionId: null }], reason })
    expect(isDone(requested)).toBe(true)
  }
  if (status === 'replaced') {
    platform.clock.advance(1000)
    await buildLicense(platform, { centerId, status: 'pending', fileName: `${newId()}.pdf` })
  }
  return { centerId, client, id }
}

describe('an action on a document', () => {
  const names = ['approveDocuments', 'rejectDocuments', 'requestDocuments'] as const
  const offeredFor: Record<(typeof names)[number], readonly DocumentStatus[]> = {
    approveDocuments: ['pending', 'requested'],
    rejectDocuments: ['pending', 'approved', 'requested', 'replaced'],
    requestDocuments: ['pending', 'approved', 'rejected', 'expired'],
  }
  const abilities = { approveDocuments: 'approve', rejectDocuments: 'reject', requestDocuments: 'request' } as const
  test.each(
    names.flatMap((action) =>
      staffRoles.flatMap((role) =>
        targets.flatMap((target) => documentStatuses.map((status) => ({ action, role, target, status }))),
      ),
    ),
  )('is accepted exactly when the page offers it: $action, $role, $target, $status', async (row) => {
    const { centerId, client, id } = await buildDocument(row)
    const document = (await client.centerRecords.get({ centerId })).documents.find((each) => each.id === id)
    if (!document) throw new Error('the document is not on the page of its centre')
    const offered = document.can[abilities[row.action]]
    if (row.target === 'own') expect(offered).toBe(false)
    else expect(offered).toBe(offeredFor[row.action].includes(row.status))
    const input = { targets: [{ id, lastActionId: document.lastActionId }], reason, expiryDate: null }
    expect(isDone(await client.centerRecords[row.action](input))).toBe(offered)
  })
})

describe('undoing an action on a document', () => {
  const actions = ['approveDocuments', 'rejectDocuments', 'requestDocuments'] as const
  const later = ['nothing', 'another upload', 'a lapse'] as const
  test.each(
    actions.flatMap((action) =>
      staffRoles.flatMap((role) =>
        (['own', 'other'] as const).flatMap((target) => later.map((after) => ({ action, role, target, after }))),
      ),
    ),
  )('is accepted exactly when the record offers it: $action, $role, $target, then $after', async (row) => {
    const { centerId, client, id } = await buildDocument({ ...row, status: 'pending' })
    const other = staff('admin', (await buildAccount(platform)).userId)
    const input = { targets: [{ id, lastActionId: null }], reason, expiryDate: '2100-01-01' }
    expect(isDone(await other.centerRecords[row.action](input))).toBe(true)
    if (row.after === 'another upload') {
      platform.clock.advance(1000)
      // An upload replaces a document that awaits review.
      await platform.db.deleteFrom('compliance_checks').where('id', '=', id).where('status', '=', 'pending').execute()
      await buildLicense(platform, { centerId, status: 'pending', fileName: `${newId()}.pdf` })
    }
    if (row.after === 'a lapse') {
      const lapsed = { expiry_date: '2020-01-01' }
      await platform.db.updateTable('compliance_checks').set(lapsed).where('id', '=', id).execute()
      await expireChecks(platform)
    }
    const { items } = await client.moderation.list({ limit: 10 })
    const action = items.find(({ targetId }) => targetId === id)
    const offered = action?.can.undo ?? false
    const isLapsed = row.after === 'a lapse' && row.action === 'approveDocuments'
    if (row.target === 'own' || isLapsed || row.after === 'another upload') expect(offered).toBe(false)
    else expect(offered).toBe(true)
    expect(await undo(client, action?.id ?? newId())).toBe(offered)
  })
})

describe('a caller who is not a member of staff', () => {
  const others = roles.filter((role) => !staffRoles.some((each) => each === role))
  const names = Object.keys(centerRecords) as (keyof typeof centerRecords)[]
  test.each(others.flatMap((role) => names.map((name) => ({ role, name }))))(
    'is refused, also for their own centre: $role, $name',
    async ({ role, name }) => {
      const { centerId, client } = await buildTarget({ target: 'own', role })
      const input = {
        centerId,
        list: 'pending' as const,
        targets: [{ id: centerId, lastActionId: null }],
        expiryDate: null,
        reason,
      }
      const call = client.centerRecords[name] as (row: typeof input) => Promise<unknown>
      await expect(call(input)).rejects.toMatchObject({ status: 403 })
    },
  )
})
