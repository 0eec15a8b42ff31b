import { afterEach, expect, test } from 'vitest'
import { dayMs } from '#server/platform/local-time.ts'

import { goodPassword, newAddress, startService } from '#server/testing/auth-service.ts'
import { buildAppointment, buildProfessional } from '#server/testing/builders.ts'
import { refuseRow } from '#server/testing/refused-row.ts'
import { purgeAbandoned } from './purge-abandoned.ts'

const service = await startService({ settings: { requireEmailConfirmation: true } })
const { platform } = service
const { db, clock } = platform

afterEach(() => clock.set(new Date()))

async function signUpOnly(data: object = {}): Promise<{ email: string; userId: string }> {
  const email = newAddress()
  const { error } = await service.client().signUp({ email, password: 'Ceibo-2026!', options: { data } })
  expect(error).toBeNull()
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return { email, userId: row.id }
}

async function purgeAfter(days: number): Promise<void> {
  clock.advance(days * dayMs)
  await purgeAbandoned(platform)
}

const exists = async (userId: string) =>
  (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined

test('an account that was never verified or used is deleted after thirty days, and its address can sign up again', async () => {
  const patient = await signUpOnly({ full_name: 'Ana' })
  const center = await signUpOnly({ user_type: 'center', centerName: 'Centro Rambla' })
  await purgeAfter(29)
  expect([await exists(patient.userId), await exists(center.userId)]).toEqual([true, true])
  await purgeAfter(2)
  expect([await exists(patient.userId), await exists(center.userId)]).toEqual([false, false])
  expect(await db.selectFrom('center_profiles').select('id').where('id', '=', center.userId).execute()).toEqual([])
  expect(await service.mailsTo(patient.email)).toEqual([])

  await service.resetLimits()
  await service.client().signUp({ email: patient.email, password: goodPassword })
  expect((await service.press(await service.linkTo(patient.email))).values.has('access_token')).toBe(true)
})

test('an account that cannot be deleted does not keep the others', async () => {
  const accounts = [await signUpOnly(), await signUpOnly(), await signUpOnly()]
  const accept = await refuseRow(db, { table: 'users', value: accounts[0]?.userId ?? '' })
  await expect(purgeAfter(31)).rejects.toThrow('could not be deleted')
  const exist = () => Promise.all(accounts.map(({ userId }) => exists(userId)))
  expect(await exist()).toEqual([true, false, false])
  await accept()
  await purgeAbandoned(platform)
  expect(await exist()).toEqual([false, false, false])
})

test('a verified account stays', async () => {
  const { email, userId } = await signUpOnly()
  await service.press(await service.linkTo(email))
  await purgeAfter(400)
  expect(await exists(userId)).toBe(true)
})

test('an account that was used stays, verified or not', async () => {
  const { userId } = await signUpOnly()
  await db.updateTable('users').set({ last_sign_in_at: clock.now() }).where('id', '=', userId).execute()
  await purgeAfter(400)
  expect(await exists(userId)).toBe(true)
})

test('an account with a valid link stays until the link has expired', async () => {
  const { email, userId } = await signUpOnly()
  clock.advance(31 * dayMs)
  await service.resetLimits()
  await service.client().resend({ type: 'signup', email })
  await purgeAfter(0)
  expect(await exists(userId)).toBe(true)
  await purgeAfter(1)
  expect(await exists(userId)).toBe(false)
})

test('an account that other users depend on stays, and doesn’t prevent the deletion of others', async () => {
  const [patient, member, staff, abandoned] = [
    await signUpOnly(),
    await signUpOnly(),
    await signUpOnly(),
    await signUpOnly(),
  ]
  const owner = await signUpOnly({ user_type: 'center', centerName: 'Centro Rambla' })
  await buildAppointment(platform, { patientId: patient.userId })
  await buildProfessional(platform, { userId: member.userId })
  await buildAppointment(platform, { centerId: owner.userId })
  await db.insertInto('user_roles').values({ user_id: staff.userId, role: 'moderator' }).execute()
  await purgeAfter(31)
  for (const { userId } of [patient, member, staff, owner]) expect(await exists(userId)).toBe(true)
  expect(await exists(abandoned.userId)).toBe(false)
})
