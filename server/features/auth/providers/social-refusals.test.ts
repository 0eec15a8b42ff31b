import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportPKCS8, generateKeyPair } from 'jose'
import { expect, onTestFinished, test } from 'vitest'

import { hourMs } from '#server/platform/local-time.ts'
import { newAddress } from '#server/testing/auth-service.ts'
import { Browser } from '#server/testing/browser.ts'
import { startIdentityProvider } from '#server/testing/identity-provider.ts'
import { runJobs } from '#server/testing/platform.ts'
import { arrive, ownAddress, publicUrl, refusalOf, startSocialService } from '#server/testing/social-service.ts'

const service = await startSocialService()
const { platform, provider } = service

test.for([
  ['myspace', 'Unsupported provider: Provider myspace could not be found'],
  ['', 'Unsupported provider: Provider  could not be found'],
] as const)('the provider %j is refused', async ([name, message]) => {
  const response = await service.send('GET', `/authorize?provider=${name}`, {
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })
  expect([response.status, await response.json()]).toEqual([400, { code: 'validation_failed', message }])
})

test('a provider without settings is refused as not enabled', async () => {
  const { google } = provider.social
  const other = await startSocialService({ settings: { social: { google, facebook: undefined, apple: undefined } } })
  const response = await other.send('GET', '/authorize?provider=apple')
  expect([response.status, await response.json()]).toMatchObject([400, { error_code: 'validation_failed' }])
  expect((await other.send('GET', '/authorize?provider=google')).status).toBe(302)
})

test.for(['google', 'facebook', 'apple'] as const)(
  'a user who cancels at %s returns to the starting page with the error',
  async (name) => {
    const refusal = refusalOf(await service.comeWith(name, { account: 'cancel' }))
    expect(refusal).toMatchObject({ page: `${publicUrl}/dashboard`, error: 'access_denied', code: 'access_denied' })
  },
)

test.for(['google', 'facebook', 'apple'] as const)(
  'without an e-mail address from %s no account is created',
  async (name) => {
    const refusal = refusalOf(await service.comeWith(name, { account: 'caro' }))
    expect(refusal).toMatchObject({
      page: `${publicUrl}/dashboard`,
      error: 'access_denied',
      code: 'email_not_provided',
    })
  },
)

test('an unavailable provider is reported to the starting page, before and after the flow', async () => {
  const isolatedService = await startSocialService()
  const browser = new Browser(isolatedService)
  const travels = await browser.visit(isolatedService.authorizeUrl('facebook'))
  if (!('html' in travels)) throw new Error('no login page')
  const state = new URL(travels.at).searchParams.get('state') ?? ''
  await isolatedService.provider.stop()
  const unavailable = { page: `${publicUrl}/dashboard`, error: 'server_error', code: 'provider_failed' }
  expect(refusalOf(await arrive(browser, new URL(isolatedService.authorizeUrl('google'))))).toMatchObject(unavailable)
  const callbackUrl = new URL(`${publicUrl}/auth/v1/callback?${new URLSearchParams({ state, code: 'x' })}`)
  expect(refusalOf(await arrive(browser, callbackUrl))).toMatchObject(unavailable)
})

test('a provider that was unavailable is called again', async () => {
  const first = await startIdentityProvider({ redirectUri: `${publicUrl}/auth/v1/callback` })
  const secondService = await startSocialService({ settings: { social: first.social } })
  await first.stop()
  const failed = await secondService.send('GET', '/authorize?provider=google')
  expect(failed.headers.get('location')).toContain('provider_failed')
  const back = await startIdentityProvider({
    redirectUri: `${publicUrl}/auth/v1/callback`,
    port: Number(new URL(first.origin).port),
  })
  onTestFinished(() => back.stop())
  const found = await secondService.send('GET', '/authorize?provider=google')
  expect(found.headers.get('location')).toContain(`${back.origin}/auth/authorize`)
})

test('a client secret that Apple refuses opens no account', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { social } = provider
  for (const apple of [
    { ...social.apple, privateKey: await exportPKCS8(privateKey) },
    { ...social.apple, keyId: 'OTRACLAVE1' },
    { ...social.apple, teamId: 'OTROEQUIPO' },
  ]) {
    const isolatedService = await startSocialService({ settings: { social: { ...social, apple } } })
    const refusal = refusalOf(await isolatedService.comeWith('apple', { email: newAddress() }))
    expect(refusal).toMatchObject({ code: 'provider_failed' })
  }
})

test('a provider without TLS is called only on this machine, and never in production', async () => {
  const { google } = provider.social
  const plain = { google: { ...google, issuer: 'http://example.com' }, facebook: undefined, apple: undefined }
  const far = await startSocialService({ settings: { social: plain } })
  expect((await far.send('GET', '/authorize?provider=google')).headers.get('location')).toContain('provider_failed')
  const production = await startSocialService({
    settings: { social: structuredClone(provider.social), production: true },
  })
  expect((await production.send('GET', '/authorize?provider=google')).headers.get('location')).toContain(
    'provider_failed',
  )
})

test.for([
  ['banned', 'User is banned. Reason: Datos falsos'],
  ['suspended', 'User is suspended. Reason: Datos falsos'],
] as const)('a user who is %s learns why', async ([status, sentence]) => {
  const own = ownAddress('google')
  const { email } = own
  const person = { ...own, sub: `out-${status}` }
  await service.comeWith('google', person)
  const accountStatus = { status, suspension_reason: 'Datos falsos' }
  await platform.db.updateTable('profiles').set(accountStatus).where('email', '=', email).execute()
  for (const choice of [person, { ...own, sub: `other-${status}` }]) {
    const refusal = refusalOf(await service.comeWith('google', choice))
    expect(refusal).toMatchObject({ page: `${publicUrl}/dashboard`, error: 'access_denied', code: 'user_banned' })
    expect(refusal.description).toBe(sentence)
  }
})

test('a provider that never responds is aborted after a few seconds', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const social = { google: { ...provider.social.google, issuer }, facebook: undefined, apple: undefined }
  const isolatedService = await startSocialService({ settings: { social } })
  const startedAt = performance.now()
  const response = await isolatedService.send('GET', '/authorize?provider=google')
  expect(response.headers.get('location')).toContain('error_code=provider_failed')
  expect(performance.now() - startedAt).toBeLessThan(6_000)
})

test.for(['facebook', 'google', 'apple'] as const)(
  'where addresses must be confirmed, one that %s does not prove opens no session until its owner confirms it',
  async (name) => {
    const strictService = await startSocialService({ settings: { requireEmailConfirmation: true } })
    const choice = { email: newAddress(), sub: 'unchecked' }
    // Also on the way to a booking, which has no mail of its own before the account can sign in.
    const query = { redirect_to: `${publicUrl}/book/centro` }
    const enterTwice = async () => {
      for (const input of [{ query }, {}]) {
        const refusal = refusalOf(await strictService.comeWith(name, choice, input))
        expect(refusal).toMatchObject({ code: 'provider_email_needs_verification' })
        await runJobs(strictService.platform, { only: 'auth.requested-mail' })
      }
      return (await strictService.mailsTo(choice.email)).length
    }
    expect(await enterTwice()).toBe(1)
    // The link has expired, so the next attempt mails another.
    strictService.platform.clock.advance(25 * hourMs)
    expect(await enterTwice()).toBe(2)
    // The mail's link is a matter of course in the browser that came from the provider.
    const browser = new Browser(strictService)
    await strictService.comeWith(name, choice, { browser })
    const { token, type } = await strictService.linkTo(choice.email)
    const page = await browser.fetch(`${strictService.url}/verify?${new URLSearchParams({ token, type })}`)
    expect(await page.text()).toContain('<h1>Confirmamos tu correo</h1>')
    await strictService.press(await strictService.linkTo(choice.email))
    expect((await strictService.comeWith(name, choice)).fragment.get('access_token')).toBeTruthy()
  },
)

test('the number of flows from one network address is limited', async () => {
  const headers = { 'x-test-address': '198.51.100.77' }
  const statuses = []
  for (let index = 0; index < 102; index++)
    statuses.push((await service.send('GET', '/authorize?provider=apple', { headers })).status)
  expect(statuses.slice(0, 100).every((status) => status === 302)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
})
