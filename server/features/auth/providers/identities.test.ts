import { expect, onTestFinished, test } from 'vitest'
import { minuteMs } from '#server/platform/local-time.ts'

import { clientVersions, newAddress, signUp } from '#server/testing/auth-service.ts'
import { Browser } from '#server/testing/browser.ts'
import { enter, publicUrl, startSocialService } from '#server/testing/social-service.ts'

const service = await startSocialService()
const { platform } = service
const redirectTo = `${publicUrl}/account`

/** A user with a password, in a browser with the real client. */
async function buildPerson(input: { version?: (typeof clientVersions)[number]; flowType?: 'pkce' } = {}) {
  const { email, password, user, session } = await signUp(service)
  const browser = new Browser(service)
  const client = service.client({ ...input, fetch: browser.fetch })
  await client.setSession(session)
  return { email, password, userId: user.id, session, browser, client }
}

type Person = Awaited<ReturnType<typeof buildPerson>>

async function startLinking({ client }: Pick<Person, 'client'>, provider: 'google' | 'facebook' | 'apple' = 'google') {
  const { data, error } = await client.linkIdentity({ provider, options: { redirectTo } })
  if (error || !data.url) throw error ?? new Error('no address')
  return data.url
}

async function link(
  person: Person,
  provider: 'google' | 'facebook' | 'apple',
  choice: { email?: string; sub: string },
) {
  return person.browser.travel(await startLinking(person, provider), choice)
}

test.for(clientVersions)(
  'a user connects and disconnects providers with the client %s, and is notified by mail',
  async (version) => {
    const person = await buildPerson({ version })
    for (const provider of ['google', 'facebook', 'apple'] as const) {
      const landing = await link(person, provider, { email: newAddress(), sub: `mine-${provider}-${version}` })
      // The session is unchanged, and the redirect contains no secret.
      expect([landing.page, [...landing.query], [...landing.fragment]]).toEqual([redirectTo, [], []])
    }
    const { data } = await person.client.getUserIdentities()
    expect(data?.identities.map(({ provider }) => provider)).toEqual(['email', 'google', 'facebook', 'apple'])
    expect((await person.client.getUser()).data.user?.app_metadata).toEqual({
      provider: 'email',
      providers: ['email', 'google', 'facebook', 'apple'],
    })
    // It is a sign-in method now, and the account's address stays.
    const { user } = await enter(
      service,
      await service.comeWith('facebook', { email: newAddress(), sub: `mine-facebook-${version}` }),
    )
    expect([user.id, user.email]).toEqual([person.userId, person.email])

    const google = data?.identities.find(({ provider }) => provider === 'google')
    if (!google) throw new Error('not connected')
    expect((await person.client.unlinkIdentity(google)).error).toBeNull()
    expect((await person.client.getUser()).data.user?.app_metadata.providers).toEqual(['email', 'facebook', 'apple'])
    expect((await person.client.unlinkIdentity(google)).error?.code).toBe('identity_not_found')
    const mails = (await service.mailsTo(person.email)).map((mail) => mail.subject)
    expect(mails).toEqual([
      'Se desconectó Google de tu cuenta',
      'Se conectó Apple a tu cuenta',
      'Se conectó Facebook a tu cuenta',
      'Se conectó Google a tu cuenta',
      'Confirma tu correo',
    ])
  },
)

test('a client that uses PKCE connects in the same way', async () => {
  const person = await buildPerson({ flowType: 'pkce' })
  const landing = await link(person, 'google', { sub: 'pkce-linked', email: newAddress() })
  expect(landing.page).toBe(redirectTo)
  expect(landing.query.has('code')).toBe(false)
  expect((await person.client.getUserIdentities()).data?.identities.length).toBe(2)
})

test('without skip_http_redirect the response redirects to the provider', async () => {
  const { session } = await buildPerson()
  const headers = { authorization: `Bearer ${session.access_token}` }
  const response = await service.send('GET', '/user/identities/authorize?provider=google', { headers })
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    expect.stringContaining('/auth/authorize?'),
  ])
  expect((await service.send('GET', '/user/identities/authorize?provider=google')).status).toBe(401)
})

test('another account’s identity is refused, and an identity of the own account stays', async () => {
  const [owner, stranger] = [await buildPerson(), await buildPerson()]
  const choice = { email: newAddress(), sub: 'wanted-by-two' }
  await link(owner, 'google', choice)
  const refused = await link(stranger, 'google', choice)
  expect(refused.page).toBe(redirectTo)
  expect(refused.fragment.get('error_code')).toBe('identity_already_exists')
  expect((await link(owner, 'google', choice)).query.has('error')).toBe(false)
  expect((await owner.client.getUserIdentities()).data?.identities.length).toBe(2)
  expect((await stranger.client.getUserIdentities()).data?.identities.length).toBe(1)
})

test('when two users connect one identity simultaneously, one of them gets it', async () => {
  const both = [await buildPerson(), await buildPerson()]
  const choice = { email: newAddress(), sub: 'raced-for' }
  const landings = await Promise.all(both.map((person) => link(person, 'apple', choice)))
  const codes = landings.map((landing) => landing.query.get('error_code') ?? 'connected')
  expect(codes.toSorted()).toEqual(['connected', 'identity_already_exists'])
})

test('a browser can’t finish a flow that another user started', async () => {
  const [attacker, victim] = [await buildPerson(), await buildPerson()]
  const url = await startLinking(attacker)
  const landing = await victim.browser.travel(url, { email: newAddress(), sub: 'victims-google' })
  expect(landing.page).toBe(`${publicUrl}/`)
  expect(landing.query.get('error_code')).toBe('bad_oauth_state')
  for (const { client } of [attacker, victim]) {
    expect((await client.getUserIdentities()).data?.identities.length).toBe(1)
  }
})

test('when the session has ended in the meantime nothing is connected', async () => {
  const person = await buildPerson()
  const url = await startLinking(person)
  await person.client.signOut()
  const landing = await person.browser.travel(url, { email: newAddress(), sub: 'too-late' })
  expect(landing.query.get('error_code')).toBe('bad_oauth_state')
  const found = platform.db.selectFrom('identities').select('id').where('provider_id', '=', 'too-late')
  expect(await found.execute()).toEqual([])
})

test('cancelling at the provider connects nothing and keeps the session', async () => {
  const person = await buildPerson()
  const landing = await person.browser.travel(await startLinking(person), { account: 'cancel' })
  expect([landing.page, landing.query.get('error_code')]).toEqual([redirectTo, 'access_denied'])
  expect((await person.client.getUser()).error).toBeNull()
})

test('connecting and disconnecting need a recent sign-in', async () => {
  const person = await buildPerson()
  await link(person, 'google', { email: newAddress(), sub: 'before-long' })
  const [, google] = (await person.client.getUserIdentities()).data?.identities ?? []
  platform.clock.advance(16 * minuteMs)
  onTestFinished(() => platform.clock.advance(-16 * minuteMs))
  const { error } = await person.client.linkIdentity({ provider: 'apple' })
  expect(error?.code).toBe('reauthentication_needed')
  if (!google) throw new Error('not connected')
  expect((await person.client.unlinkIdentity(google)).error?.code).toBe('reauthentication_needed')
})

test('with a second factor only a session that has used it can connect or disconnect', async () => {
  const person = await buildPerson()
  await link(person, 'google', { email: newAddress(), sub: 'before-factor' })
  const [, google] = (await person.client.getUserIdentities()).data?.identities ?? []
  await platform.db
    .insertInto('mfa_factors')
    .values({ id: crypto.randomUUID(), user_id: person.userId, status: 'verified', sealed_secret: Buffer.from('x') })
    .execute()
  expect((await person.client.linkIdentity({ provider: 'apple' })).error?.code).toBe('insufficient_aal')
  if (!google) throw new Error('not connected')
  expect((await person.client.unlinkIdentity(google)).error?.code).toBe('insufficient_aal')
  await platform.db
    .updateTable('sessions')
    .set({ aal: 'aal2', aal2_counter: 0 })
    .where('user_id', '=', person.userId)
    .execute()
  await person.client.refreshSession()
  expect((await person.client.unlinkIdentity(google)).error).toBeNull()
})

test('the only sign-in method can’t be disconnected', async () => {
  const { client, user } = await enter(
    service,
    await service.comeWith('google', { email: newAddress(), sub: 'only-way' }),
  )
  const [only] = user.identities ?? []
  if (!only) throw new Error('no identity')
  expect((await client.unlinkIdentity(only)).error?.code).toBe('single_identity_not_deletable')
  expect((await client.getUser()).data.user?.identities?.length).toBe(1)
})

test('an unverified address without a password doesn’t count as another sign-in method', async () => {
  const person = await buildPerson()
  await link(person, 'google', { email: newAddress(), sub: 'and-no-password' })
  const [emailIdentity, google] = (await person.client.getUserIdentities()).data?.identities ?? []
  if (!emailIdentity || !google) throw new Error('not connected')
  // The e-mail identity can't be disconnected.
  expect((await person.client.unlinkIdentity(emailIdentity)).error?.code).toBe('single_identity_not_deletable')
  await platform.db.updateTable('users').set({ encrypted_password: null }).where('id', '=', person.userId).execute()
  expect((await person.client.unlinkIdentity(google)).error?.code).toBe('single_identity_not_deletable')
  await platform.db
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', person.userId)
    .execute()
  expect((await person.client.unlinkIdentity(google)).error).toBeNull()
})

test('of two providers that are disconnected simultaneously, one stays', async () => {
  // Only a double has such an address.
  const own = { email: newAddress('icloud.com'), hd: 'icloud.com' }
  const { user } = await enter(service, await service.comeWith('google', { ...own, sub: 'pair-google' }))
  const { client } = await enter(service, await service.comeWith('apple', { ...own, sub: 'pair-apple' }))
  const { data } = await client.getUserIdentities()
  const outcomes = await Promise.all((data?.identities ?? []).map((identity) => client.unlinkIdentity(identity)))
  expect(outcomes.map(({ error }) => error?.code ?? 'gone').toSorted()).toEqual([
    'gone',
    'single_identity_not_deletable',
  ])
  expect((await client.getUser()).data.user).toMatchObject({ id: user.id, identities: [{}] })
})

test('another user’s identity, or an invalid id, is not found', async () => {
  const [owner, stranger] = [await buildPerson(), await buildPerson()]
  await link(owner, 'google', { email: newAddress(), sub: 'not-yours' })
  const [, google] = (await owner.client.getUserIdentities()).data?.identities ?? []
  if (!google) throw new Error('not connected')
  for (const identity_id of [google.identity_id, 'x', crypto.randomUUID()]) {
    expect((await stranger.client.unlinkIdentity({ ...google, identity_id })).error?.code).toBe('identity_not_found')
  }
})
