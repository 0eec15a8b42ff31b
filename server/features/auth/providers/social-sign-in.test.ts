import { expect, onTestFinished, test } from 'vitest'
import { minuteMs } from '#server/platform/local-time.ts'
import { newAddress, signUp } from '#server/testing/auth-service.ts'
import { Browser } from '#server/testing/browser.ts'
import { runJobs } from '#server/testing/platform.ts'
import { pointsOf } from '#server/testing/points.ts'
import { enter, ownAddress, publicUrl, startSocialService } from '#server/testing/social-service.ts'
import { findUser } from '../repository/users.ts'

const service = await startSocialService()
const { platform } = service

test.for(['google', 'apple'] as const)(
  'a first sign-in with %s creates a confirmed account whose registration is pending',
  async (provider) => {
    const own = ownAddress(provider)
    const { email } = own
    const browser = new Browser(service)
    const landing = await service.comeWith(
      provider,
      { ...own, sub: `${provider}-1`, name: 'Ana María Prueba' },
      { browser },
    )
    expect(landing.page).toBe(`${publicUrl}/dashboard`)
    const { user, session } = await enter(service, landing)
    expect(user).toMatchObject({
      email,
      app_metadata: { provider, providers: [provider] },
      user_metadata: { full_name: 'Ana María Prueba' },
      identities: [
        { provider, id: `${provider}-1`, email, identity_data: { sub: `${provider}-1`, email, email_verified: true } },
      ],
    })
    expect(user.email_confirmed_at).toBeTruthy()
    const { points } = await pointsOf(platform, { userId: user.id })
    expect(points).toMatchObject({ available: 200 })
    expect(JSON.parse(atob(session.access_token.split('.')[1] ?? ''))).toMatchObject({
      amr: [{ method: 'oauth' }],
      aal: 'aal1',
    })
    const row = await platform.db
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.id', 'users.id')
      .select(['registration_pending', 'encrypted_password', 'full_name', 'user_type'])
      .where('users.id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      registration_pending: true,
      encrypted_password: null,
      full_name: 'Ana María Prueba',
      user_type: 'patient',
    })
    expect(await service.mailsTo(email)).toEqual([])
    // The browser keeps no cookie of the flow.
    expect(browser.cookiesFor('/auth/v1/callback')).not.toContain('senda_oauth')
  },
)

// Another person may have had the address before, and an account at the provider with it: what others wrote to it, its invitations
// and its points are for the person who opens the mail.
test.for([
  ['facebook', 'gmail.com'],
  ['google', 'example.uy'],
  ['apple', 'example.uy'],
] as const)(
  'an address at %s that is not its own to tell is unverified, until the new account’s mail confirms it',
  async ([provider, domain]) => {
    const email = newAddress(domain)
    const choice = { email, sub: `unproven-${provider}`, name: 'Beto Prueba' }
    const { user, client } = await enter(service, await service.comeWith(provider, choice))
    expect(user).toMatchObject({
      email,
      app_metadata: { provider },
      identities: [{ id: choice.sub, provider, identity_data: { email, email_verified: false } }],
    })
    const verifiedAt = async () => (await findUser(platform.db, { id: user.id }))?.email_verified_at
    expect(await verifiedAt()).toBeNull()
    expect((await pointsOf(platform, { userId: user.id })).points).toBeNull()
    expect((await service.mailsTo(email)).map((mail) => mail.subject)).toEqual(['Confirma tu correo'])
    const pressed = await service.press(await service.linkTo(email))
    expect(await verifiedAt()).toEqual(platform.clock.now())
    expect((await pointsOf(platform, { userId: user.id })).points).toMatchObject({ available: 200 })
    expect(pressed.values.get('access_token')).toBeTruthy()
    const proven = [{ provider, identity_data: { email, email_verified: true } }]
    expect((await client.getUser()).data.user?.identities).toMatchObject(proven)
    // What the provider says the next time changes nothing.
    const again = await enter(service, await service.comeWith(provider, choice))
    expect(again.user).toMatchObject({ id: user.id, identities: proven })
  },
)

test('an identity with the address of an unverified account does not say that it is verified', async () => {
  const person = await signUp(service)
  const token = await service.provider.signIdToken({
    claims: { sub: 'same-address', email: person.email, email_verified: true },
  })
  const { data } = await person.client.linkIdentity({ provider: 'google', token })
  expect(data.user?.identities?.map(({ identity_data: facts }) => facts?.email_verified)).toEqual([false, false])
})

test('the mail of a first sign-in while booking waits, as one of a booking confirms the address, too', async () => {
  const email = newAddress()
  const query = { redirect_to: `${publicUrl}/book/centro` }
  await enter(service, await service.comeWith('google', { email, sub: 'books' }, { query }))
  expect(await service.mailsTo(email)).toEqual([])
  platform.clock.advance(12 * minuteMs)
  onTestFinished(() => platform.clock.advance(-12 * minuteMs))
  await runJobs(platform, { only: 'auth.requested-mail' })
  expect((await service.mailsTo(email)).map((mail) => mail.subject)).toEqual(['Confirma tu correo'])
})

test.for(['google', 'facebook', 'apple'] as const)(
  'a second sign-in with %s opens the same account, also when the address at the provider has changed',
  async (provider) => {
    const sub = `${provider}-again`
    const first = await enter(
      service,
      await service.comeWith(provider, { email: newAddress(), sub, name: 'Caro Prueba' }),
    )
    const moved = newAddress()
    const second = await enter(service, await service.comeWith(provider, { email: moved, sub, name: 'Caro Prueba' }))
    expect(second.user.id).toBe(first.user.id)
    expect(second.user.email).toBe(first.user.email)
    expect(second.user.identities).toMatchObject([{ email: moved }])
  },
)

test('the account keeps the name that Apple sends only the first time', async () => {
  const person = { email: newAddress(), sub: 'apple-named', name: 'Dora Prueba' }
  await service.comeWith('apple', person)
  const { user } = await enter(service, await service.comeWith('apple', person))
  expect(user.user_metadata).toEqual({ full_name: 'Dora Prueba' })
  expect(user.identities?.[0]?.identity_data).toMatchObject({ full_name: 'Dora Prueba' })
})

test('with PKCE the page gets a code that only the client that started the flow can exchange', async () => {
  const email = newAddress()
  const client = service.client({ flowType: 'pkce' })
  const { data } = await client.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: `${publicUrl}/patient-welcome`, skipBrowserRedirect: true },
  })
  const url = new URL(data.url ?? '')
  const landing = await new Browser(service).travel(`${publicUrl}/auth/v1/authorize${url.search}`, {
    email,
    sub: 'pkce-1',
  })
  expect(landing.page).toBe(`${publicUrl}/patient-welcome`)
  expect([...landing.fragment]).toEqual([])
  const code = landing.query.get('code') ?? ''

  const stranger = await service.send('POST', '/token?grant_type=pkce', {
    body: { auth_code: code, code_verifier: 'x'.repeat(43) },
  })
  expect(stranger.status).toBe(400)

  const secondTravel = await new Browser(service).travel(`${publicUrl}/auth/v1/authorize${url.search}`, {
    email,
    sub: 'pkce-1',
  })
  const { data: signedIn, error } = await client.exchangeCodeForSession(secondTravel.query.get('code') ?? '')
  expect(error).toBeNull()
  expect(signedIn.user?.email).toBe(email)
})

test('two simultaneous flows of one browser both succeed', async () => {
  const browser = new Browser(service)
  const googlePage = await browser.visit(service.authorizeUrl('google'))
  const facebookPage = await browser.visit(service.authorizeUrl('facebook'))
  if (!('html' in googlePage) || !('html' in facebookPage)) throw new Error('no login page')
  const emails = [newAddress(), newAddress()] as const
  const landings = [
    await browser.choose(googlePage, { email: emails[0] }),
    await browser.choose(facebookPage, { email: emails[1] }),
  ]
  const people = await Promise.all(landings.map((landing) => enter(service, landing)))
  expect(people.map(({ user }) => user.email)).toEqual(emails)
})

test('two simultaneous callbacks of one new user create one account', async () => {
  const email = newAddress()
  const choice = { email, sub: 'twice-at-once', name: 'Eva Prueba' }
  const landings = await Promise.all(Array.from({ length: 6 }, () => service.comeWith('google', choice)))
  const ids = new Set<string>()
  for (const landing of landings) ids.add((await enter(service, landing)).user.id)
  expect(ids.size).toBe(1)
})

test('two providers that simultaneously prove one new address create one account with both', async () => {
  // Only a double has such an address.
  const choice = { email: newAddress('icloud.com'), hd: 'icloud.com' }
  const landings = await Promise.all(
    (['google', 'apple', 'google', 'apple'] as const).map((provider) =>
      service.comeWith(provider, { ...choice, sub: `both-${provider}` }),
    ),
  )
  const people = []
  for (const landing of landings) people.push((await enter(service, landing)).user)
  expect(new Set(people.map(({ id }) => id)).size).toBe(1)
  const providers = people.at(-1)?.app_metadata.providers as string[]
  expect(providers.toSorted()).toEqual(['apple', 'google'])
})

test('a flow never redirects to a page that is not allowed, but to the home page', async () => {
  for (const redirect of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', 'http://127.0.0.1:3001/']) {
    const landing = await service.comeWith('google', { email: newAddress() }, { query: { redirect_to: redirect } })
    expect(landing.page).toBe(`${publicUrl}/`)
    expect(landing.fragment.get('access_token')).toBeTruthy()
  }
})

test('the settings list the enabled providers', async () => {
  const { external } = (await (await service.send('GET', '/settings')).json()) as { external: object }
  expect(external).toMatchObject({ google: true, facebook: true, apple: true })
})

test.for([
  ['Ana María https://premio.invalid/gana', 'Ana María'],
  ['Ana María ana@correo.invalid', 'Ana María'],
  ['Ana\nMaría', 'Ana María'],
  ['www.premio.com.uy', ''],
])('a social name like %j is stored as %j', async ([name, stored]) => {
  const person = { email: newAddress(), sub: newAddress(), name }
  const { user } = await enter(service, await service.comeWith('google', person))
  const row = await platform.db.selectFrom('profiles').select('full_name').where('id', '=', user.id).executeTakeFirst()
  expect(row?.full_name).toBe(stored)
})
