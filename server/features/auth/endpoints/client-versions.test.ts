import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { clientVersions, goodPassword, newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { Browser } from '#server/testing/browser.ts'
import { publicUrl, startSocialService } from '#server/testing/social-service.ts'

/** A captcha provider that accepts the token `person`. */
const judge = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => {
    text += String(chunk)
  })
  request.on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: new URLSearchParams(text).get('response') === 'person' }))
  })
})
await new Promise<void>((resolve) => judge.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  judge.close()
})

const service = await startSocialService()
const { social, signIdToken } = service.provider
const guarded = await startService({
  settings: { captcha: { provider: 'hcaptcha', siteKey: 'site', secret: 'hush' } },
  captchaUrl: `http://127.0.0.1:${(judge.address() as AddressInfo).port}/siteverify`,
})
beforeEach(() => service.resetLimits())

describe.each(clientVersions)('the client %s', (version) => {
  const newClient = () => service.client({ version })

  test.for(['google', 'apple'] as const)('signs in with an ID token of %s and its nonce', async (provider) => {
    const claims = { sub: crypto.randomUUID(), email: newAddress(), email_verified: true, nonce: 'secreto' }
    const token = await signIdToken({ claims: { ...claims, aud: social[provider].clientId } })
    const { data, error } = await newClient().signInWithIdToken({ provider, token, nonce: 'secreto' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: claims.email, identities: [{ provider, id: claims.sub }] })
    const swapped = await newClient().signInWithIdToken({ provider, token, nonce: 'otro' })
    expect(swapped.error).toMatchObject({ status: 400 })
  })

  test('returns from a provider with tokens', async () => {
    const email = newAddress()
    const client = newClient()
    const redirectTo = `${publicUrl}/dashboard`
    const { data } = await client.signInWithOAuth({
      provider: 'google',
      options: { redirectTo, skipBrowserRedirect: true },
    })
    const { search } = new URL(data.url ?? '')
    const choice = { email, sub: crypto.randomUUID() }
    const landing = await new Browser(service).travel(`${publicUrl}/auth/v1/authorize${search}`, choice)
    expect(landing.page).toBe(redirectTo)
    const { data: entered, error } = await client.setSession({
      access_token: landing.fragment.get('access_token') ?? '',
      refresh_token: landing.fragment.get('refresh_token') ?? '',
    })
    expect(error).toBeNull()
    expect(entered.user?.email).toBe(email)
  })

  test('returns from a provider with a code, which only the client that started the flow can exchange', async () => {
    const email = newAddress()
    const client = service.client({ version, flowType: 'pkce' })
    const options = { redirectTo: `${publicUrl}/dashboard`, skipBrowserRedirect: true }
    const { data } = await client.signInWithOAuth({ provider: 'google', options })
    const { search } = new URL(data.url ?? '')
    const choice = { email, sub: crypto.randomUUID() }
    const landing = await new Browser(service).travel(`${publicUrl}/auth/v1/authorize${search}`, choice)
    const { data: entered, error } = await client.exchangeCodeForSession(landing.query.get('code') ?? '')
    expect(error).toBeNull()
    expect(entered.user?.email).toBe(email)
  })

  test.for([
    ['global', [false, false]],
    ['local', [false, true]],
    ['others', [true, false]],
  ] as const)('ends the sessions of the scope %s', async ([scope, after]) => {
    const { email } = await signUp(service)
    const [first, second] = [newClient(), newClient()]
    const tokens: string[] = []
    for (const client of [first, second]) {
      const { data } = await client.signInWithPassword({ email, password: goodPassword })
      tokens.push(data.session?.access_token ?? '')
    }
    expect((await first.signOut({ scope })).error).toBeNull()
    const open = await Promise.all(tokens.map(async (token) => (await newClient().getUser(token)).error === null))
    expect(open).toEqual(after)
  })

  test.for(['signup', 'email', 'magiclink', 'recovery'] as const)('accepts the code of a %s mail', async (type) => {
    const { email, user } = await signUp(service)
    const client = newClient()
    if (type === 'magiclink') expect((await client.signInWithOtp({ email })).error).toBeNull()
    if (type === 'recovery') expect((await client.resetPasswordForEmail(email)).error).toBeNull()
    const token = await service.codeTo(email)
    const wrong = await client.verifyOtp({ email, token: token === '000 000' ? '111111' : '000000', type })
    expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' })
    const { data, error } = await client.verifyOtp({ email, token, type })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(user.id)
  })

  test('sends its captcha token', async () => {
    const email = newAddress()
    const client = guarded.client({ version })
    const sign = (captchaToken: string) =>
      client.signUp({ email, password: goodPassword, options: captchaToken === '' ? {} : { captchaToken } })
    for (const token of ['', 'robot']) {
      expect((await sign(token)).error).toMatchObject({ status: 400, code: 'captcha_failed' })
    }
    expect((await sign('person')).error).toBeNull()
  })

  test('learns that single sign-on is disabled', async () => {
    const { error } = await newClient().signInWithSSO({ domain: 'senda.uy' })
    expect(error).toMatchObject({ status: 404, code: 'saml_provider_disabled' })
  })
})
