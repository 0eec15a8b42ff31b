import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { goodPassword, newAddress, startService } from '#server/testing/auth-service.ts'

/** The requests to the provider, and its responses. */
const requests: Record<string, string>[] = []
let respondWith: 'verdict' | 'nonsense' | 'failure' | 'nothing' | readonly string[] = 'verdict'
const usedTokens = new Set<string>()

/** A test provider: a token that begins with `person` is right, once. */
function judge(token: string): { success: boolean; 'error-codes'?: string[] } {
  if (!token.startsWith('person')) return { success: false, 'error-codes': ['invalid-input-response'] }
  if (usedTokens.has(token)) return { success: false, 'error-codes': ['timeout-or-duplicate'] }
  usedTokens.add(token)
  return { success: true }
}

async function startProvider(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += String(chunk)
    })
    request.on('end', () => {
      requests.push({ method: request.method ?? '', ...Object.fromEntries(new URLSearchParams(text)) })
      if (respondWith === 'nothing') return
      if (respondWith === 'failure') return void response.writeHead(502).end('Bad gateway')
      if (respondWith === 'nonsense') return void response.end('{"success":"yes"}')
      const verdict =
        respondWith === 'verdict'
          ? judge(requests.at(-1)?.response ?? '')
          : { success: false, 'error-codes': respondWith }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(verdict))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`, server }
}

const provider = await startProvider()
const captcha = { provider: 'hcaptcha', siteKey: 'site', secret: 'hush' } as const
const service = await startService({ settings: { captcha }, captchaUrl: provider.url })
const { db } = service.platform
let people = 0
const humanToken = () => {
  people += 1
  return `person-${people}`
}
const failed = { status: 400, code: 'captcha_failed', message: 'captcha protection: request disallowed' }

afterAll(() => {
  provider.server.closeAllConnections()
  provider.server.close()
})
beforeEach(async () => {
  respondWith = 'verdict'
  requests.length = 0
  await service.resetLimits()
})

describe('a request without a solved captcha', () => {
  const body = { email: 'persona@example.uy', password: goodPassword, type: 'signup' }
  const paths = ['/signup', '/token?grant_type=password', '/recover', '/resend', '/otp']

  test.for(paths)('is refused at %s', async (path) => {
    for (const gotrue_meta_security of [undefined, null, {}, { captcha_token: null }, { captcha_token: '' }]) {
      const response = await service.send('POST', path, { body: { ...body, gotrue_meta_security } })
      expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([400, 'captcha_failed'])
    }
    expect(requests).toEqual([])
  })

  test.for(paths)('is refused at %s with a false, used or overlong token', async (path) => {
    const usedToken = humanToken()
    await service.client().signInWithOtp({ email: newAddress(), options: { captchaToken: usedToken } })
    for (const captcha_token of ['robot', usedToken, 'person'.repeat(10_000)]) {
      const response = await service.send('POST', path, { body: { ...body, gotrue_meta_security: { captcha_token } } })
      expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([400, 'captcha_failed'])
    }
    expect(await db.selectFrom('users').select('id').where('email', '=', body.email).execute()).toEqual([])
  })
})

test('the client’s token is accepted at every endpoint', async () => {
  const email = newAddress()
  const client = service.client()
  const token = () => ({ captchaToken: humanToken() })
  expect((await client.signUp({ email, password: goodPassword })).error).toMatchObject(failed)
  const results = [
    await client.signUp({ email, password: goodPassword, options: token() }),
    await client.signInWithPassword({ email, password: goodPassword, options: token() }),
    await client.resetPasswordForEmail(email, token()),
    await client.resend({ type: 'signup', email, options: token() }),
    await client.signInWithOtp({ email, options: token() }),
  ]
  expect(results.map(({ error }) => error)).toEqual([null, null, null, null, null])
  expect(requests).toHaveLength(5)
  expect(requests[0]).toMatchObject({ method: 'POST', secret: 'hush', sitekey: 'site', response: expect.any(String) })
  // An endpoint that requires more than a captcha needs none.
  expect((await client.refreshSession()).error).toBeNull()
  expect((await client.verifyOtp({ email, token: await service.codeTo(email), type: 'email' })).error).toBeNull()
  expect((await client.updateUser({ data: { full_name: 'Ana' } })).error).toBeNull()
  expect(requests).toHaveLength(5)
})

test('the request to Turnstile has no site key, which Turnstile does not support', async () => {
  const other = await startService({
    settings: { captcha: { ...captcha, provider: 'turnstile' } },
    captchaUrl: provider.url,
  })
  const options = { captchaToken: humanToken() }
  expect((await other.client().signInWithOtp({ email: newAddress(), options })).error).toBeNull()
  expect(Object.keys(requests[0] ?? {}).toSorted()).toEqual(['method', 'response', 'secret'])
})

describe('a captcha provider that', () => {
  const signIn = async (from = service) => {
    const { error } = await from
      .client()
      .signInWithPassword({ email: 'persona@example.uy', password: 'x', options: { captchaToken: humanToken() } })
    return error
  }
  const retryable = { status: 503, name: 'AuthRetryableFetchError' }

  test.for(['nonsense', 'failure'] as const)('responds with %s makes the client retry', async (response) => {
    respondWith = response
    expect(await signIn()).toMatchObject(retryable)
  })

  test.for([['invalid-input-secret'], ['sitekey-secret-mismatch'], ['internal-error']])(
    'refuses our settings (%s) causes a 503, not a refused captcha',
    async (code) => {
      respondWith = [String(code)]
      expect(await signIn()).toMatchObject(retryable)
    },
  )

  test('does not respond is aborted after five seconds', async () => {
    respondWith = 'nothing'
    const start = performance.now()
    expect(await signIn()).toMatchObject(retryable)
    const waited = performance.now() - start
    expect(waited).toBeGreaterThan(4_500)
    expect(waited).toBeLessThan(9_000)
  })

  test('is down makes the client retry, and lets no request through', async () => {
    const unreachable = await startService({ settings: { captcha }, captchaUrl: 'http://127.0.0.1:1/siteverify' })
    expect(await signIn(unreachable)).toMatchObject(retryable)
  })
})

test('without the setting no provider is called, whatever the token', async () => {
  const open = await startService({ captchaUrl: provider.url })
  const email = newAddress()
  const options = { captchaToken: 'robot' }
  expect((await open.client().signUp({ email, password: goodPassword, options })).error).toBeNull()
  expect(requests).toEqual([])
})
