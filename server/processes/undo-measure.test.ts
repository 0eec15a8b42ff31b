import { expect, test } from 'vitest'
import { moderationRoutes } from '#server/features/moderation/routes/moderation.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { measureUsers, type UserMeasure } from './act-on-users.ts'
import { deleteAccount } from './delete-account.ts'
import { undoActionRoutes } from './undo-action.ts'

const platform = await testPlatform()
const reason = 'Era otra persona.'

/** A measure of an administrator on a patient, and another administrator, who undoes it. */
async function buildMeasure(measure: UserMeasure) {
  const { patientId } = await buildPatient(platform)
  const { userId } = await buildAccount(platform)
  const actor = { userId, roles: ['admin'] as const }
  await measureUsers(platform, { actor, targets: [{ id: patientId, lastMeasureId: null }], measure, reason })
  const { userId: otherId } = await buildAccount(platform)
  const staff = { bearer: otherId, authenticate: async () => actorOf(['admin'], otherId) }
  const client = clientOf(platform, { ...moderationRoutes, ...undoActionRoutes.moderation }, staff)
  const { items } = await client.list({ targetType: 'user', limit: 1 })
  return { patientId, client, measureId: items[0]?.id ?? '' }
}

test('a measure on an account that was deleted since cannot be undone, and the record does not offer it', async () => {
  const { patientId, client, measureId } = await buildMeasure({ type: 'role_change', role: 'center' })
  expect(await client.get({ measureId })).toMatchObject({ can: { undo: true } })
  const { sessionId } = await signIn(platform, patientId)
  await deleteAccount(platform, { actor: { userId: patientId, sessionId }, currentPassword: null })
  expect(await client.get({ measureId })).toMatchObject({ can: { undo: false } })
  await expect(client.undo({ measureId, reason })).rejects.toMatchObject({ code: 'accounts.not_found' })
})

test('a role change that made an account a centre cannot be undone while that centre has an upcoming appointment', async () => {
  const { patientId, client, measureId } = await buildMeasure({ type: 'role_change', role: 'center' })
  const { appointmentId } = await buildAppointment(platform, { centerId: patientId })
  expect(await client.get({ measureId })).toMatchObject({ can: { undo: false } })
  await expect(client.undo({ measureId, reason })).rejects.toMatchObject({ code: 'users.center_busy' })
  const cancelled = { status: 'cancelled', cancelled_at: platform.clock.now(), cancelled_by: 'patient' }
  await platform.db.updateTable('appointments').set(cancelled).where('id', '=', appointmentId).execute()
  expect(await client.get({ measureId })).toMatchObject({ can: { undo: true } })
  expect(await client.undo({ measureId, reason })).toMatchObject({ undoneBy: { reason } })
})
