import { expect, test } from 'vitest'

import { goodPassword, newAddress, signUp } from '#server/testing/auth-service.ts'
import { enter, ownAddress, publicUrl, startSocialService } from '#server/testing/social-service.ts'

const service = await startSocialService()
const { platform } = service

async function signUpConfirmed(input: { email?: string; data?: object } = {}) {
  const person = await signUp(service, input)
  await service.press(await service.linkTo(person.email))
  return person
}

async function rowsOf(userId: string) {
  const { db } = platform
  const user = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .selectAll('profiles')
    .select(['encrypted_password', 'raw_user_meta_data', 'registration_pending', 'email_verified_at', 'new_email'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const roles = await db.selectFrom('user_roles').select('role').where('user_id', '=', userId).orderBy('role').execute()
  const terms = await db.selectFrom('terms_acceptances').selectAll().where('user_id', '=', userId).execute()
  return { ...user, roles: roles.map(({ role }) => role), terms: terms.length }
}

test.for(['google', 'apple'] as const)(
  'an address that is %s’s to tell opens its confirmed account, which keeps everything',
  async (provider) => {
    const own = ownAddress(provider)
    const person = await signUpConfirmed({ ...own, data: { full_name: 'Inés Prueba', phone: '099 111 222' } })
    const landing = await service.comeWith(provider, {
      ...own,
      email: own.email.toUpperCase(),
      sub: `${provider}-links`,
      name: 'Otro Nombre',
    })
    const { user } = await enter(service, landing)
    expect(user.id).toBe(person.user.id)
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', provider] })
    expect(user.user_metadata).toMatchObject({ full_name: 'Inés Prueba' })
    expect(await rowsOf(user.id)).toMatchObject({ full_name: 'Inés Prueba', registration_pending: false })
    expect((await person.client.getUser()).error).toBeNull()
    const { error } = await service.client().signInWithPassword({ email: person.email, password: person.password })
    expect(error).toBeNull()
    const name = provider === 'google' ? 'Google' : 'Apple'
    expect((await service.mailsTo(person.email))[0]?.subject).toBe(`Se conectó ${name} a tu cuenta`)
  },
)

test.for([
  ['facebook', 'gmail.com', {}],
  ['google', 'gmail.com', { verified: false }],
  ['google', 'example.uy', { verified: false, hd: 'example.uy' }],
  ['apple', 'icloud.com', { verified: false }],
  // A person who had the mailbox before may still have an account at the provider with the address.
  ['google', 'example.uy', {}],
  ['google', 'example.uy', { hd: 'otro.uy' }],
  ['apple', 'example.uy', { hd: 'example.uy' }],
  ['apple', 'gmail.com', {}],
] as const)(
  '%s does not prove an address at %s with %j, which opens no existing account',
  async ([provider, domain, claims]) => {
    for (const person of [
      await signUpConfirmed({ email: newAddress(domain) }),
      await signUp(service, { email: newAddress(domain) }),
    ]) {
      const landing = await service.comeWith(provider, { email: person.email, sub: `takes-${person.email}`, ...claims })
      expect(landing.page).toBe(`${publicUrl}/dashboard`)
      expect(landing.query.get('error_code')).toBe('email_exists')
      expect(landing.query.get('error_description')).toContain('another account')
      const { data } = await person.client.getUser()
      expect(data.user?.identities).toMatchObject([{ provider: 'email' }])
      expect((await service.client().signInWithPassword(person)).error).toBeNull()
    }
  },
)

test('a sign-in through a provider on an address that a stranger registered locks the stranger out', async () => {
  const email = newAddress()
  const hijacker = await signUp(service, {
    email,
    password: 'Trampa-2026!',
    data: {
      full_name: 'Quien Espera',
      phone: '+598 99 666 666',
      address: 'Trampa 1',
      user_type: 'center',
      centerName: 'Centro Trampa',
      accepted_terms: '2026-11-01',
      accepted_privacy: '2026-11-01',
    },
  })
  const userId = hijacker.user.id
  await platform.db
    .insertInto('dependants')
    .values({
      id: crypto.randomUUID(),
      guardian_id: userId,
      full_name: 'Nadie',
      birth_date: '2020-01-01',
      relation: 'Hijo',
    })
    .execute()
  const { data: factor } = await hijacker.client.mfa.enroll({ factorType: 'totp', friendlyName: 'Trampa' })
  expect(factor?.id).toBeTruthy()
  const link = await service.linkTo(email)

  const { user, client } = await enter(
    service,
    await service.comeWith('google', { email, hd: 'example.uy', sub: 'owner-1', name: 'La Dueña' }),
  )
  expect(user.id).toBe(userId)
  expect(user.app_metadata).toEqual({ provider: 'google', providers: ['google'] })
  expect(user.identities).toMatchObject([{ provider: 'google', id: 'owner-1' }])
  expect(user.user_metadata).toEqual({ full_name: 'La Dueña' })
  expect(user.factors ?? []).toEqual([])
  expect(await rowsOf(userId)).toMatchObject({
    encrypted_password: null,
    full_name: 'Quien Espera',
    phone: '+598 99 666 666',
    user_type: 'center',
    registration_pending: false,
    roles: ['center'],
  })
  expect((await rowsOf(userId)).email_verified_at).not.toBeNull()
  const { db } = platform
  // The provider asks nothing, so what the owner may have typed stays.
  expect(await db.selectFrom('center_profiles').select('id').where('id', '=', userId).execute()).toHaveLength(1)
  const dependants = db.selectFrom('dependants').select('removed_at').where('guardian_id', '=', userId)
  expect((await dependants.executeTakeFirst())?.removed_at).toBeNull()

  // The hijacker's password, session, refresh token and mailed link no longer work.
  expect((await service.client().signInWithPassword(hijacker)).error?.code).toBe('invalid_credentials')
  expect((await hijacker.client.getUser()).error).not.toBeNull()
  const refreshed = await hijacker.client.refreshSession({ refresh_token: hijacker.session.refresh_token })
  expect(refreshed.error?.code).toBe('refresh_token_not_found')
  expect((await service.press(link)).values.get('error_code')).toBe('otp_expired')
  expect((await client.getUser()).error).toBeNull()
})

test('an identity that the stranger had connected is deleted, too', async () => {
  const email = newAddress()
  const stranger = { email, sub: 'stranger-fb', name: 'Quien Espera' }
  const { user } = await enter(service, await service.comeWith('facebook', stranger))
  const choice = { email, hd: 'example.uy', sub: 'owner-2', name: 'El Dueño' }
  const owner = await enter(service, await service.comeWith('google', choice))
  expect(owner.user.id).toBe(user.id)
  expect(owner.user.identities).toMatchObject([{ provider: 'google' }])
  expect((await service.comeWith('facebook', stranger)).query.get('error_code')).toBe('email_exists')
})

test('roles that staff granted to the address stay when its owner signs in', async () => {
  const person = await signUp(service)
  await platform.db.insertInto('user_roles').values({ user_id: person.user.id, role: 'moderator' }).execute()
  await service.comeWith('google', { email: person.email, hd: 'example.uy', sub: 'moderator-1' })
  expect((await rowsOf(person.user.id)).roles).toEqual(['moderator', 'patient'])
})

test('a simultaneous sign-up and social sign-in with one address give one account to its owner', async () => {
  for (let round = 0; round < 5; round++) {
    const email = newAddress()
    const [landing, signedUp] = await Promise.all([
      service.comeWith('google', { email, hd: 'example.uy', sub: `race-${round}` }),
      service.client().signUp({ email, password: goodPassword }),
    ])
    const { user } = await enter(service, landing)
    expect(user.app_metadata.providers).toEqual(['google'])
    // In either order, the password of a visitor who has not verified the address is refused.
    const { error } = await service.client().signInWithPassword({ email, password: goodPassword })
    expect(error?.code).toBe('invalid_credentials')
    expect(signedUp.error?.code ?? 'created').toMatch(/^(user_already_exists|created)$/)
  }
})

test('a password makes the e-mail address a sign-in method beside the provider, and a recovery link works', async () => {
  const own = ownAddress('google')
  const { email } = own
  const { client } = await enter(service, await service.comeWith('google', { ...own, sub: 'sets-password' }))
  platform.clock.advance(1000)
  expect((await client.updateUser({ password: goodPassword })).error).toBeNull()
  const { data } = await client.getUser()
  expect(data.user?.app_metadata).toEqual({ provider: 'google', providers: ['google', 'email'] })
  expect((await service.client().signInWithPassword({ email, password: goodPassword })).error).toBeNull()
  const google = data.user?.identities?.find(({ provider }) => provider === 'google')
  if (!google) throw new Error('not there')
  expect((await client.unlinkIdentity(google)).error).toBeNull()
  expect((await client.getUser()).data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
})

test('the owner of an address that a stranger brought from Facebook takes the account over by mail', async () => {
  const email = newAddress()
  const stranger = { email, sub: 'stranger-fb-2' }
  const { user, client } = await enter(service, await service.comeWith('facebook', stranger))
  await service.client().resetPasswordForEmail(email)
  await service.press(await service.linkTo(email))
  expect((await client.getUser()).error).not.toBeNull()
  expect((await service.comeWith('facebook', stranger)).query.get('error_code')).toBe('email_exists')
  const identities = platform.db.selectFrom('identities').select('provider').where('user_id', '=', user.id)
  expect(await identities.execute()).toEqual([{ provider: 'email' }])
})
