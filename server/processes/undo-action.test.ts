import { describe, expect, test } from 'vitest'
import { centerRecordsRoutes } from '#server/features/centers/routes/records.ts'
import { centerActions } from '#server/features/centers/usecases/act-on-centers.ts'
import { moderationRoutes } from '#server/features/moderation/routes/moderation.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { promotionsRoutes } from '#server/features/promotions/routes/promotions.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { buildReadyCenter } from '#server/testing/access-matrix/targets.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { justRead } from '#server/testing/just-read.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { userActions } from './act-on-users.ts'
import { deleteAccount } from './delete-account.ts'
import { undoActionRoutes } from './undo-action.ts'

const platform = await testPlatform()
const reason = 'Era otra persona.'

/** A patient whom an administrator made a centre, and another administrator, who undoes it. */
async function buildAction() {
  const { patientId } = await buildPatient(platform)
  const { userId } = await buildAccount(platform)
  const actor = { userId, roles: ['admin'] as const }
  const targets = [{ id: patientId, lastActionId: null }]
  await actOnEach(platform, userActions.setRole, { actor, targets, role: 'center', reason })
  const { userId: otherId } = await buildAccount(platform)
  const staff = { bearer: otherId, authenticate: async () => actorOf(['admin'], otherId) }
  const client = clientOf(platform, { ...moderationRoutes, ...undoActionRoutes.moderation }, staff)
  const { items } = await client.list({ targetType: 'user', limit: 1 })
  return { patientId, client, actionId: items[0]?.id ?? '' }
}

test('an action on an account that was deleted since cannot be undone, and the record does not offer it', async () => {
  const { patientId, client, actionId } = await buildAction()
  expect(await client.get({ actionId })).toMatchObject({ can: { undo: true } })
  const { sessionId } = await signIn(platform, patientId)
  await deleteAccount(platform, { actor: { userId: patientId, sessionId }, currentPassword: null })
  expect(await client.get({ actionId })).toMatchObject({ can: { undo: false } })
  await expect(client.undo({ actionId, reason })).rejects.toMatchObject({ code: 'accounts.not_found', defined: true })
})

test('a role change that made an account a centre cannot be undone while that centre has an upcoming appointment', async () => {
  const { patientId, client, actionId } = await buildAction()
  const { appointmentId } = await buildAppointment(platform, { centerId: patientId })
  expect(await client.get({ actionId })).toMatchObject({ can: { undo: false } })
  await expect(client.undo({ actionId, reason })).rejects.toMatchObject({ code: 'users.center_busy', defined: true })
  const cancelled = { status: 'cancelled', cancelled_at: platform.clock.now(), cancelled_by: 'patient' }
  await platform.db.updateTable('appointments').set(cancelled).where('id', '=', appointmentId).execute()
  expect(await client.get({ actionId })).toMatchObject({ can: { undo: true } })
  expect(await client.undo({ actionId, reason })).toMatchObject({ undoneBy: { reason } })
})

/** A centre that staff may approve, what a member of staff does to it and its owner, and another one, who undoes it. */
async function buildStaffedCenter({ isApproved }: { isApproved: boolean }) {
  const owner = await buildAccount(platform, { userType: 'center', verified: true })
  const centerId = await buildReadyCenter(platform, { userId: owner.userId, isApproved })
  const { userId } = await buildAccount(platform)
  const actor = { userId, roles: ['admin'] as const }
  const { client, userId: otherId } = await buildStaff(platform, 'admin')
  const authenticate = async () => actorOf(['admin'], otherId)
  const records = clientOf(platform, centerRecordsRoutes, { bearer: otherId, authenticate })
  const lastActionOn = async (targetType: 'user' | 'center') => {
    const { items } = await client.moderation.list({ targetType, limit: 100 })
    return items.find(({ targetId }) => targetId === centerId)?.id ?? null
  }
  const targetsOf = async (type: 'user' | 'center') => [{ id: centerId, lastActionId: await lastActionOn(type) }]
  const approvedAt = async () => {
    const of = platform.db.selectFrom('center_profiles').select('approved_at').where('id', '=', centerId)
    return (await of.executeTakeFirstOrThrow()).approved_at
  }
  return {
    centerId,
    approvedAt,
    suspend: async (days: number) =>
      actOnEach(platform, userActions.suspend, { actor, targets: await targetsOf('user'), days, reason }),
    activate: async () =>
      actOnEach(platform, userActions.activate, { actor, targets: await targetsOf('user'), reason }),
    approve: async () =>
      actOnEach(platform, centerActions.approve, { actor, targets: await targetsOf('center'), reason }),
    revoke: async () =>
      actOnEach(platform, centerActions.revoke, { actor, targets: await targetsOf('center'), reason }),
    record: () => records.get({ centerId }),
    undo: async (type: 'user' | 'center') =>
      client.moderation.undo({ actionId: (await lastActionOn(type)) ?? '', reason }),
  }
}

test('an activation that is undone after the end of the suspension leaves the account and its centre active', async () => {
  const { centerId, suspend, activate, undo, approvedAt } = await buildStaffedCenter({ isApproved: true })
  await suspend(1)
  await activate()
  platform.clock.advance(2 * dayMs)
  await undo('user')
  const status = platform.db.selectFrom('profiles').select(['status', 'suspended_until']).where('id', '=', centerId)
  expect(await status.executeTakeFirst()).toEqual({ status: 'active', suspended_until: null })
  expect(await approvedAt()).not.toBeNull()
})

test('an approval that is withdrawn while the owner is suspended does not come back with the owner', async () => {
  const { suspend, activate, approve, undo, approvedAt } = await buildStaffedCenter({ isApproved: false })
  await approve()
  expect(await approvedAt()).not.toBeNull()
  await suspend(1)
  await undo('center')
  await activate()
  expect(await approvedAt()).toBeNull()
})

test('an approval that is revoked while the owner is suspended does not come back with the owner, nor by the undo before that', async () => {
  const { suspend, activate, revoke, undo, record, approvedAt } = await buildStaffedCenter({ isApproved: true })
  const approved = await record()
  expect(approved).toMatchObject({ approvedAt: expect.any(String), can: { revoke: true } })
  await suspend(1)
  const { approvedAt: withheld, can } = await record()
  expect({ withheld, can }).toEqual({ withheld: approved.approvedAt, can: { approve: false, revoke: true } })
  await revoke()
  expect(await record()).toMatchObject({ approvedAt: null, can: { approve: false, revoke: false } })
  await expect(undo('center')).rejects.toMatchObject({ code: 'centerRecords.owner_blocked' })
  await activate()
  expect(await approvedAt()).toBeNull()
  await undo('center')
  expect((await record()).approvedAt).toBe(approved.approvedAt)
})

describe('the contract declares the error of an undo', () => {
  const total = { code: '', name: 'Verano', description: null, discountType: 'percentage', discountValue: 20 } as const
  const limits = { maximumCents: 100_000, minimumCents: 0, perPersonLimit: 1, startsOn: null, validUntil: null }

  /** A promotion of Senda by an administrator, and a moderator who undoes the last action on it. */
  async function buildPromotionOfSenda({ usageLimit }: { usageLimit: number }) {
    const [{ client }, { userId }] = [await buildStaff(platform, 'moderator'), await buildStaff(platform, 'admin')]
    const authenticate = async () => actorOf(['admin'], userId)
    const admin = justRead(platform, clientOf(platform, promotionsRoutes, { bearer: userId, authenticate }))
    const fields = { ...total, ...limits, isPublic: false, centerId: null, reason }
    const { id: promotionId } = await admin.create({ ...fields, usageLimit, code: `T${newId().slice(-8)}` })
    const undo = async () => {
      const { items } = await client.moderation.list({ targetType: 'promotion', limit: 1 })
      return client.moderation.undo({ actionId: items[0]?.id ?? '', reason })
    }
    return { admin, promotionId, undo }
  }

  test('that offers more than the member of staff may give', async () => {
    const { admin, promotionId, undo } = await buildPromotionOfSenda({ usageLimit: 51 })
    await admin.update({ promotionId, isActive: false })
    await expect(undo()).rejects.toMatchObject({ code: 'promotions.admin_only', defined: true })
  })

  test('that lowers a limit below the uses so far', async () => {
    const { admin, promotionId, undo } = await buildPromotionOfSenda({ usageLimit: 2 })
    await admin.update({ promotionId, usageLimit: 5, reason })
    await platform.db.updateTable('promotions').set({ used_count: 3 }).where('id', '=', promotionId).execute()
    const error = { code: 'promotions.limit_below_used', defined: true, data: { usedCount: 3 } }
    await expect(undo()).rejects.toMatchObject(error)
  })
})
