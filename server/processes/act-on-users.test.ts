import { expect, test } from 'vitest'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { buildAccount, buildPatient } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { userActions } from './act-on-users.ts'

const platform = await testPlatform()
const { db, clock } = platform

const statusOf = (userId: string) =>
  db
    .selectFrom('profiles')
    .select(['status', 'suspended_until', 'suspension_reason'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

test('a suspension has an end date, a ban has none, and an activation clears the date and the reason', async () => {
  const { patientId } = await buildPatient(platform)
  const { userId } = await buildAccount(platform, { role: 'admin' })
  const actor = { userId, roles: ['admin'] as const }
  const lastActionId = async () =>
    (
      await db
        .selectFrom('moderation_actions')
        .select('id')
        .where('target_id', '=', patientId)
        .orderBy('sequence', 'desc')
        .executeTakeFirst()
    )?.id ?? null
  const toPatient = async (reason: string) => ({
    actor,
    targets: [{ id: patientId, lastActionId: await lastActionId() }],
    reason,
  })
  await actOnEach(platform, userActions.suspend, { ...(await toPatient('No fue, tres veces.')), days: 7 })
  const suspended_until = new Date(clock.now().getTime() + 7 * dayMs)
  expect(await statusOf(patientId)).toEqual({
    status: 'suspended',
    suspended_until,
    suspension_reason: 'No fue, tres veces.',
  })
  await actOnEach(platform, userActions.ban, await toPatient('Datos falsos.'))
  expect(await statusOf(patientId)).toEqual({
    status: 'banned',
    suspended_until: null,
    suspension_reason: 'Datos falsos.',
  })
  await expect(
    db.updateTable('profiles').set({ suspended_until }).where('id', '=', patientId).execute(),
  ).rejects.toMatchObject({ code: '23514' })
  await actOnEach(platform, userActions.activate, await toPatient('Se aclaró.'))
  expect(await statusOf(patientId)).toEqual({ status: 'active', suspended_until: null, suspension_reason: null })
})
