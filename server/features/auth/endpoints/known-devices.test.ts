import { expect, test } from 'vitest'
import { goodPassword, newAddress, type Service, signUp, startService } from '#server/testing/auth-service.ts'
import { personWithFactor, wrongCode } from '#server/testing/authenticator.ts'
import { Browser } from '#server/testing/browser.ts'
import { countRequest } from '../protocol/limits.ts'

const service = await startService()
const { db, clock } = service.platform

/** An account with a verified address, and a browser that has signed in to it. */
async function signedInBefore(on: Service = service) {
  const account = await signUp(on)
  await on.press(await on.linkTo(account.email))
  const browser = new Browser(on)
  const client = on.client({ fetch: browser.fetch, address: '203.0.113.40' })
  const { error } = await client.signInWithPassword({ email: account.email, password: goodPassword })
  expect(error).toBeNull()
  return { ...account, browser, client }
}

/** Wrong passwords for the account from each network, as far as the limits let them through. */
async function attack(email: string, networks: readonly string[]): Promise<string[]> {
  const tries = networks.flatMap((address) => Array.from({ length: 10 }, () => service.client({ address })))
  const outcomes = await Promise.all(
    tries.map((client) => client.signInWithPassword({ email, password: 'no es esta' })),
  )
  return outcomes.map(({ error }) => error?.code ?? 'signed in')
}

/** What enough wrong passwords from many networks leave behind, without the work of checking each. */
async function useUpTries(email: string): Promise<void> {
  const request = { platform: service.platform, limit: 'signInToAccount', key: email } as const
  for (let i = 0; i < 100; i += 1) await countRequest(request)
}

const tenNetworks = Array.from({ length: 10 }, (_, at) => `2001:db8:1:${at + 1}00::/64`)

test('a hundred wrong passwords from ten /64 networks of one /48 leave the owner’s tries from elsewhere', async () => {
  const { email } = await signUp(service)
  const codes = await attack(email, tenNetworks)
  expect(codes.filter((code) => code === 'invalid_credentials').length).toBeLessThanOrEqual(40)
  const owner = service.client({ address: '198.51.100.7' })
  expect((await owner.signInWithPassword({ email, password: goodPassword })).error).toBeNull()
})

test('wrong passwords from ten networks of one /56 share its limit', async () => {
  const { email } = await signUp(service)
  const codes = await attack(
    email,
    Array.from({ length: 10 }, (_, at) => `2001:db8:2:10${at}::/64`),
  )
  expect(codes.filter((code) => code === 'invalid_credentials').length).toBeLessThanOrEqual(30)
})

test('while strangers keep every new browser out, a browser that signed in before still signs in', async () => {
  const { email, client, browser } = await signedInBefore()
  await useUpTries(email)
  const newBrowser = service.client({ address: '198.51.100.77' })
  expect((await newBrowser.signInWithPassword({ email, password: goodPassword })).error?.status).toBe(429)
  expect((await client.signInWithPassword({ email, password: goodPassword })).error).toBeNull()
  // From the strangers' own network, too.
  const beside = service.client({ fetch: browser.fetch, address: '203.0.113.1' })
  expect((await beside.signInWithPassword({ email, password: goodPassword })).error).toBeNull()
})

test('the browser’s cookie is out of reach of scripts, and gives no tries for another account', async () => {
  const { browser } = await signedInBefore()
  const response = await service.send('POST', '/token?grant_type=password', {
    body: { email: (await signedInBefore()).email, password: goodPassword },
  })
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^senda_device=[\w-]{43}\.[\da-f]{32}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  const other = await signUp(service)
  await useUpTries(other.email)
  const client = service.client({ fetch: browser.fetch, address: '192.0.2.99' })
  expect((await client.signInWithPassword({ email: other.email, password: goodPassword })).error?.status).toBe(429)
})

test('an invented cookie gives no tries', async () => {
  const { email } = await signedInBefore()
  await useUpTries(email)
  for (const cookie of [`senda_device=${'a'.repeat(43)}.${'0'.repeat(32)}`, 'senda_device=x', 'senda_device=']) {
    const response = await service.send('POST', '/token?grant_type=password', {
      body: { email, password: goodPassword },
      headers: { cookie },
    })
    expect(response.status).toBe(429)
  }
})

test('a browser that signed in before has ten wrong tries a minute', async () => {
  const { email, client } = await signedInBefore()
  for (let i = 0; i < 10; i += 1) {
    const { error } = await client.signInWithPassword({ email, password: 'no' })
    expect(error?.code).toBe('invalid_credentials')
  }
  expect((await client.signInWithPassword({ email, password: goodPassword })).error?.status).toBe(429)
})

test('a browser that signed up with an address it has not verified is a stranger’s until then', async () => {
  const browser = new Browser(service)
  const email = newAddress()
  const client = service.client({ fetch: browser.fetch })
  expect((await client.signUp({ email, password: goodPassword })).error).toBeNull()
  expect((await client.signInWithPassword({ email, password: goodPassword })).error).toBeNull()
  expect(browser.cookiesFor('/')).toBe('')
})

test('thirty right passwords in a minute are all accepted, and none counts against a wrong one', async () => {
  const { email } = await signUp(service)
  const client = service.client({ address: '2001:db8:3:1::/64' })
  for (let i = 0; i < 30; i += 1) {
    expect((await client.signInWithPassword({ email, password: goodPassword })).error).toBeNull()
  }
  const points = await db
    .selectFrom('rate_limits')
    .select('points')
    .where('key', 'like', 'auth.signInToAccount%')
    .execute()
  expect((await client.signInWithPassword({ email, password: 'no' })).error?.code).toBe('invalid_credentials')
  expect(points.length).toBeGreaterThan(0)
})

test('mails that strangers request leave a browser that signed in before its own', async () => {
  const { email, client } = await signedInBefore()
  for (let at = 0; at < 14; at += 1) {
    await db.deleteFrom('rate_limits').where('key', 'like', 'auth.mail.recovery:%').execute()
    await service.client({ address: `203.0.113.${at}` }).resetPasswordForEmail(email)
  }
  const stranger = service.client({ address: '198.51.100.40' })
  expect((await stranger.resetPasswordForEmail(email)).error?.code).toBe('over_email_send_rate_limit')
  expect((await client.resetPasswordForEmail(email)).error).toBeNull()
})

test('recovery mails whose links only a stranger’s browser can use leave mails for everyone else', async () => {
  const { email } = await signedInBefore()
  for (let at = 0; at < 14; at += 1) {
    await db.deleteFrom('rate_limits').where('key', 'like', 'auth.mail.recovery.pkce:%').execute()
    await service.client({ address: `203.0.113.${at}`, flowType: 'pkce' }).resetPasswordForEmail(email)
  }
  expect((await service.client({ address: '198.51.100.41' }).resetPasswordForEmail(email)).error).toBeNull()
  const link = await service.linkTo(email)
  expect((await service.press(link)).values.has('access_token')).toBe(true)
})

test('codes that strangers guess leave a browser that signed in before its own tries', async () => {
  const { email, client } = await signedInBefore()
  await client.resetPasswordForEmail(email)
  const token = await service.codeTo(email)
  const wrong = token === '000 000' ? '000001' : '000000'
  for (let i = 0; i < 6; i += 1) await service.client().verifyOtp({ email, token: wrong, type: 'recovery' })
  expect((await service.client().verifyOtp({ email, token, type: 'recovery' })).error?.code).toBe('otp_expired')
  for (let i = 0; i < 4; i += 1) await client.verifyOtp({ email, token: wrong, type: 'recovery' })
  expect((await client.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull()
})

test('sign-ups that strangers request for an address leave its owner a sign-up', async () => {
  const email = newAddress()
  for (let i = 0; i < 12; i += 1) {
    await service.client({ address: '203.0.113.9' }).signUp({ email, password: goodPassword })
  }
  const owner = service.client({ address: '198.51.100.9' })
  expect((await owner.signUp({ email, password: goodPassword })).error?.code).toBe('user_already_exists')
})

test('a stranger with the password can’t lock the second factor for a browser that used it before', async () => {
  const { email, factorId, secret, nextCode } = await personWithFactor(service)
  const browser = new Browser(service)
  const client = service.client({ fetch: browser.fetch })
  const signIn = async () =>
    expect((await client.signInWithPassword({ email, password: goodPassword })).error).toBeNull()
  await signIn()
  expect((await client.mfa.challengeAndVerify({ factorId, code: nextCode() })).error).toBeNull()

  const stranger = service.client()
  await stranger.signInWithPassword({ email, password: goodPassword })
  const wrong = () => wrongCode({ secret, at: clock.now() })
  for (let i = 0; i < 60; i += 1) await stranger.mfa.challengeAndVerify({ factorId, code: wrong() })
  expect((await stranger.mfa.challengeAndVerify({ factorId, code: nextCode() })).error?.status).toBe(429)

  await signIn()
  for (let i = 0; i < 4; i += 1) await client.mfa.challengeAndVerify({ factorId, code: wrong() })
  expect((await client.mfa.challengeAndVerify({ factorId, code: nextCode() })).error).toBeNull()
})

test('a browser that used the second factor before has five wrong codes', async () => {
  const { email, factorId, secret, nextCode } = await personWithFactor(service)
  const client = service.client({ fetch: new Browser(service).fetch })
  await client.signInWithPassword({ email, password: goodPassword })
  await client.mfa.challengeAndVerify({ factorId, code: nextCode() })
  for (let i = 0; i < 5; i += 1) {
    const { error } = await client.mfa.challengeAndVerify({ factorId, code: wrongCode({ secret, at: clock.now() }) })
    expect(error?.code).toBe('mfa_verification_failed')
  }
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: nextCode() })
  expect(error).toMatchObject({ code: 'over_request_rate_limit', status: 429 })
  expect(error?.message).toMatch(/^Too many invalid TOTP codes/)
})
