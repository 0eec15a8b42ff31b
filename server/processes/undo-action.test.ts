import { expect, test } from 'vitest'
import { moderationRoutes } from '#server/features/moderation/routes/moderation.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { signIn } from '#server/testing/signed-in.ts'
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
  await expect(client.undo({ actionId, reason })).rejects.toMatchObject({ code: 'accounts.not_found' })
})

test('a role change that made an account a centre cannot be undone while that centre has an upcoming appointment', async () => {
  const { patientId, client, actionId } = await buildAction()
  const { appointmentId } = await buildAppointment(platform, { centerId: patientId })
  expect(await client.get({ actionId })).toMatchObject({ can: { undo: false } })
  await expect(client.undo({ actionId, reason })).rejects.toMatchObject({ code: 'users.center_busy' })
  const cancelled = { status: 'cancelled', cancelled_at: platform.clock.now(), cancelled_by: 'patient' }
  await platform.db.updateTable('appointments').set(cancelled).where('id', '=', appointmentId).execute()
  expect(await client.get({ actionId })).toMatchObject({ can: { undo: true } })
  expect(await client.undo({ actionId, reason })).toMatchObject({ undoneBy: { reason } })
})
