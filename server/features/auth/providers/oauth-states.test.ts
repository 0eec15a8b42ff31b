import { expect, onTestFinished, test } from 'vitest'

import { newAddress } from '#server/testing/auth-service.ts'
import { Browser } from '#server/testing/browser.ts'
import { arrive, callbackOf, publicUrl, refusalOf, startSocialService } from '#server/testing/social-service.ts'

const service = await startSocialService()
const { platform } = service

const badState = { page: `${publicUrl}/`, error: 'access_denied', code: 'bad_oauth_state' }

test('a state can be used once', async () => {
  const browser = new Browser(service)
  const url = await callbackOf(service, { provider: 'google', browser })
  const cookie = browser.cookiesFor('/auth/v1/callback')
  expect((await arrive(browser, url)).fragment.get('access_token')).toBeTruthy()
  expect(refusalOf(await arrive(browser, url))).toMatchObject(badState)
  // Also when the cookie is restored.
  const replay = await service.send('GET', `/callback${url.search}`, { headers: { cookie } })
  expect(replay.headers.get('location')).toContain('error_code=bad_oauth_state')
  // The cookie proves the error to the page: without a state a stranger could have crafted this URL.
  expect(replay.headers.getSetCookie().join()).toContain('senda_link=bad_oauth_state;')
})

test('HEAD does not use up a state', async () => {
  const browser = new Browser(service)
  const url = await callbackOf(service, { provider: 'google', browser })
  const headers = { cookie: browser.cookiesFor('/auth/v1/callback') }
  const head = await service.send('HEAD', `/callback${url.search}`, { headers })
  expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET'])
  expect((await arrive(browser, url)).fragment.get('access_token')).toBeTruthy()
})

test('of twenty simultaneous requests with one state, one succeeds', async () => {
  const browser = new Browser(service)
  const url = await callbackOf(service, { provider: 'google', browser })
  const headers = { cookie: browser.cookiesFor('/auth/v1/callback') }
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => service.send('GET', `/callback${url.search}`, { headers })),
  )
  const withTokens = responses.filter((response) => response.headers.get('location')?.includes('access_token='))
  expect(withTokens.length).toBe(1)
})

test('a provider’s response is refused in another browser, and stays valid in its own', async () => {
  const [attacker, victim] = [new Browser(service), new Browser(service)]
  const url = await callbackOf(service, { provider: 'google', browser: attacker })
  await callbackOf(service, { provider: 'google', browser: victim })
  expect(refusalOf(await arrive(victim, url))).toMatchObject(badState)
  expect(refusalOf(await arrive(new Browser(service), url))).toMatchObject(badState)
  expect((await arrive(attacker, url)).fragment.get('access_token')).toBeTruthy()
})

test('a code that was moved to another flow is refused', async () => {
  for (const name of ['google', 'facebook'] as const) {
    const [attacker, victim] = [new Browser(service), new Browser(service)]
    const theirs = await callbackOf(service, { provider: name, browser: attacker })
    const ownCallback = await callbackOf(service, { provider: 'google', browser: victim })
    ownCallback.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    // Google has another verifier; Google refuses Facebook's code.
    expect(refusalOf(await arrive(victim, ownCallback))).toMatchObject({
      error: 'server_error',
      code: 'provider_failed',
    })
  }
})

test('Apple’s code that was moved to another flow has the wrong nonce', async () => {
  const pages = []
  const browsers = [new Browser(service), new Browser(service)] as const
  for (const browser of browsers) {
    const login = await browser.visit(service.authorizeUrl('apple'))
    if (!('html' in login)) throw new Error('no login page')
    const form = new URLSearchParams({ account: 'other', email: newAddress(), verified: 'on' })
    const response = await browser.visit(login.at, { body: form, crossSite: false })
    if (!('html' in response)) throw new Error('no form')
    pages.push(response.html)
  }
  const [theirs = '', ownPage = ''] = pages
  const stolen = theirs.match(/name="code" value="([^"]+)"/)?.[1] ?? ''
  const swapped = ownPage.replace(/name="code" value="[^"]+"/, `name="code" value="${stolen}"`)
  expect(refusalOf(await browsers[1].postOn(swapped))).toMatchObject({ code: 'provider_failed' })
  expect((await browsers[0].postOn(theirs.replace(stolen, 'x'))).query.get('error_code')).toBe('provider_failed')
})

test.for([
  ['google', 'facebook'],
  ['facebook', 'google'],
] as const)('a swapped state sends the code of %s only to %s, which refuses it', async ([from, to]) => {
  // Both flows belong to this browser, so that its cookies match either state.
  const browser = new Browser(service)
  const callbackUrl = await callbackOf(service, { provider: from, browser })
  const other = await callbackOf(service, { provider: to, browser })
  const state = callbackUrl.searchParams.get('state') ?? ''
  callbackUrl.searchParams.set('state', other.searchParams.get('state') ?? '')
  expect(refusalOf(await arrive(browser, callbackUrl))).toMatchObject({
    error: 'server_error',
    code: 'provider_failed',
  })
  // That used up the other flow, and created no account.
  expect(refusalOf(await arrive(browser, other))).toMatchObject(badState)
  callbackUrl.searchParams.set('state', state)
  expect((await arrive(browser, callbackUrl)).fragment.get('access_token')).toBeTruthy()
})

test('a flow expires after five minutes', async () => {
  const browser = new Browser(service)
  const url = await callbackOf(service, { provider: 'google', browser })
  platform.clock.advance(301_000)
  onTestFinished(() => platform.clock.advance(-301_000))
  expect(refusalOf(await arrive(browser, url))).toMatchObject(badState)
})

test('a response without code or state redirects to the home page, and so does an overlong one', async () => {
  const browser = new Browser(service)
  for (const query of ['', '?code=x', '?state=x', '?state=%00&code=%00', '?error=access_denied']) {
    expect(refusalOf(await arrive(browser, new URL(`${publicUrl}/auth/v1/callback${query}`)))).toMatchObject(badState)
  }
  const url = await callbackOf(service, { provider: 'google', browser })
  url.searchParams.delete('code')
  expect(refusalOf(await arrive(browser, url))).toMatchObject({
    page: `${publicUrl}/dashboard`,
    code: 'bad_oauth_callback',
  })
  const posted = await fetch(`${service.url}/callback`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ code: 'x'.repeat(7_000), state: 'x' }),
  })
  expect([posted.status, posted.headers.get('location')]).toEqual([303, expect.stringContaining('bad_oauth_callback')])
})

test('the cookie of a flow is sent only to the callback, and is inaccessible to scripts and other sites’ posts', async () => {
  const response = await service.send('GET', '/authorize?provider=google')
  const [cookie = ''] = response.headers.getSetCookie()
  expect(cookie).toMatch(
    /^senda_oauth_[0-9a-f]{16}=[\w-]{43}; Max-Age=300; Path=\/auth\/v1\/callback; HttpOnly; SameSite=Lax$/,
  )
  const production = await startSocialService({ settings: { publicUrl: 'https://senda.example' } })
  const [secure = ''] = (await production.send('GET', '/authorize?provider=google')).headers.getSetCookie()
  expect(secure).toContain('; Secure;')
})

test('the database’s row of a flow is not enough to finish it', async () => {
  const url = new URL((await service.send('GET', '/authorize?provider=google')).headers.get('location') ?? '')
  expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  const rows = await platform.db.selectFrom('oauth_states').selectAll().execute()
  const storedRows = JSON.stringify(rows)
  expect(storedRows).not.toContain(url.searchParams.get('state'))
  expect(rows).not.toEqual([])
  expect(rows.every((row) => row.sealed_code_verifier.length > 60)).toBe(true)
})
