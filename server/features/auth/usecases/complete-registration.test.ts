import { expect, test } from 'vitest'

import { legalVersions } from '#contract/brand.ts'
import { buildAccount, buildCenter } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { completeRegistration } from './complete-registration.ts'

const platform = await testPlatform()
const { db } = platform

async function buildPendingAccount(): Promise<{ userId: string; email: string }> {
  const account = await buildAccount(platform, { fullName: '' })
  await db.updateTable('users').set({ registration_pending: true }).where('id', '=', account.userId).execute()
  return account
}

const asPatient = {
  userType: 'patient' as const,
  fullName: 'Ana Prueba',
  phone: '099 123 456',
  centerName: '',
  specialty: null,
  acceptTerms: true as const,
}
const asCenter = {
  ...asPatient,
  userType: 'center' as const,
  centerName: 'Centro del Prado',
  specialty: 'Osteopatía' as const,
}

async function readAccount(userId: string) {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .select(['full_name', 'phone', 'user_type', 'registration_pending'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}

async function rolesOf(userId: string) {
  const rows = await db.selectFrom('user_roles').select('role').where('user_id', '=', userId).orderBy('role').execute()
  return rows.map(({ role }) => role)
}

test('a patient completes the registration with name and phone and accepts the current terms', async () => {
  const { userId } = await buildPendingAccount()
  await completeRegistration(platform, { userId, completion: asPatient })
  expect(await readAccount(userId)).toEqual({
    full_name: 'Ana Prueba',
    phone: '+598 99 123 456',
    user_type: 'patient',
    registration_pending: false,
  })
  expect(await rolesOf(userId)).toEqual(['patient'])
  const terms = await db
    .selectFrom('terms_acceptances')
    .select(['document', 'version', 'accepted_at'])
    .where('user_id', '=', userId)
    .orderBy('document')
    .execute()
  expect(terms).toEqual([
    { document: 'privacy', version: legalVersions.privacy, accepted_at: platform.clock.now() },
    { document: 'terms', version: legalVersions.terms, accepted_at: platform.clock.now() },
  ])
  expect(await db.selectFrom('center_profiles').select('id').where('id', '=', userId).execute()).toEqual([])
})

test('a centre’s completed registration creates its pending profile: owned, neither approved nor public, without an address', async () => {
  const { userId, email } = await buildPendingAccount()
  await completeRegistration(platform, { userId, completion: asCenter })
  expect(await readAccount(userId)).toMatchObject({ user_type: 'center', registration_pending: false })
  expect(await rolesOf(userId)).toEqual(['center'])
  const center = await db.selectFrom('center_profiles').selectAll().where('id', '=', userId).executeTakeFirst()
  expect(center).toMatchObject({
    center_name: 'Centro del Prado',
    full_name: 'Ana Prueba',
    email,
    phone: '+598 99 123 456',
    address: '',
    specialties: ['Osteopatía'],
    approved_at: null,
    is_public: false,
    verified: false,
  })
  const members = await db
    .selectFrom('center_members')
    .select(['user_id', 'member_role'])
    .where('center_id', '=', userId)
    .execute()
  expect(members).toEqual([{ user_id: userId, member_role: 'owner' }])
})

test('a registration is completed once, also by two simultaneous tabs, and a complete one stays as it is', async () => {
  const { userId } = await buildPendingAccount()
  const outcomes = await Promise.allSettled([
    completeRegistration(platform, { userId, completion: asCenter }),
    completeRegistration(platform, { userId, completion: asPatient }),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'accounts.already_registered' },
  })
  expect((await rolesOf(userId)).length).toBe(1)

  const { userId: complete } = await buildAccount(platform)
  await expect(completeRegistration(platform, { userId: complete, completion: asCenter })).rejects.toMatchObject({
    code: 'accounts.already_registered',
  })
  expect(await rolesOf(complete)).toEqual(['patient'])
})

test('completing a registration keeps roles that staff granted, and an existing centre', async () => {
  const { userId } = await buildPendingAccount()
  await db.insertInto('user_roles').values({ user_id: userId, role: 'moderator' }).execute()
  await buildCenter(platform, { ownerId: userId, name: 'Centro Viejo' })
  await completeRegistration(platform, { userId, completion: asCenter })
  expect(await rolesOf(userId)).toEqual(['center', 'moderator'])
  const center = db.selectFrom('center_profiles').select('center_name').where('id', '=', userId)
  expect(await center.executeTakeFirst()).toEqual({ center_name: 'Centro Viejo' })
})

test.for([
  ['🌿🌿', '🌿🌿'],
  ['🌿', 'Centro 🌿'],
] as const)('the centre name %j is stored as %j', async ([centerName, stored]) => {
  const { userId } = await buildPendingAccount()
  await completeRegistration(platform, { userId, completion: { ...asCenter, centerName, specialty: 'Otro' } })
  const center = db.selectFrom('center_profiles').select(['center_name', 'specialties']).where('id', '=', userId)
  expect(await center.executeTakeFirst()).toEqual({ center_name: stored, specialties: [] })
})
