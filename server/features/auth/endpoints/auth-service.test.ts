import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'

import type { DB } from '#server/platform/postgres/schema.gen.ts'

import { signUp, startService } from '#server/testing/auth-service.ts'

const service = await startService()
const versioned = { 'x-supabase-api-version': '2024-01-01' }

describe('an error', () => {
  test('has the format of the version that the client names, and its code in a header', async () => {
    const body = { email: 'nadie@example.uy', password: 'no es esta' }
    const newer = await service.send('POST', '/token?grant_type=password', { body, headers: versioned })
    expect(newer.status).toBe(400)
    expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(newer.headers.get('x-sb-error-code')).toBe('invalid_credentials')
    expect(await newer.json()).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })

    const older = await service.send('POST', '/token?grant_type=password', { body })
    expect(older.headers.get('x-supabase-api-version')).toBeNull()
    expect(older.headers.get('x-sb-error-code')).toBe('invalid_credentials')
    expect(await older.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    })
  })

  test('of a weak password contains the reasons in both formats', async () => {
    const body = { email: 'debil@example.uy', password: 'uno' }
    const message = 'Password should be at least 6 characters.'
    const weak_password = { reasons: ['length'] }
    const newer = await service.send('POST', '/signup', { body, headers: versioned })
    expect([newer.status, await newer.json()]).toEqual([422, { code: 'weak_password', message, weak_password }])
    const older = await service.send('POST', '/signup', { body })
    expect(await older.json()).toEqual({ code: 422, error_code: 'weak_password', msg: message, weak_password })
  })
})

test.for([
  ['GET', '/'],
  ['GET', '/nothing'],
  ['GET', '/factors'],
  ['GET', '/token'],
  ['DELETE', '/user'],
  ['GET', '/admin/users'],
] as const)('a request %s %s without an endpoint gets a 404 in JSON', async ([method, path]) => {
  const response = await service.send(method, path, { headers: versioned })
  expect([response.status, await response.json()]).toEqual([404, { code: 'not_found', message: 'Not found' }])
})

test('an unavailable database causes a 503, which clients retry without signing the user out', async () => {
  const { session } = await signUp(service)
  const offline = await startService({
    alter(platform) {
      // No server listens there.
      const pool = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/senda' })
      return { ...platform, pool, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) }
    },
  })
  const bearer = { ...versioned, authorization: `Bearer ${session.access_token}` }
  const responses = await Promise.all([
    offline.send('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
      headers: versioned,
    }),
    offline.send('POST', '/token?grant_type=password', {
      body: { email: 'a@b.uy', password: 'x' },
      headers: versioned,
    }),
    offline.send('GET', '/user', { headers: bearer }),
  ])
  for (const response of responses) {
    expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([503, 'unavailable'])
  }
})

describe('the body of a request', () => {
  test.for(['{', '"text"', '[]', 'null', '12', 'a=b', '\uFEFF{', '{"a":1}}'])(
    '%j is refused, as it is not a JSON object',
    async (body) => {
      for (const path of [
        '/signup',
        '/token?grant_type=password',
        '/token?grant_type=refresh_token',
        '/token?grant_type=pkce',
        '/otp',
        '/recover',
        '/resend',
        '/verify',
      ]) {
        const response = await service.send('POST', path, { body })
        expect([path, response.status, response.headers.get('x-sb-error-code')]).toEqual([path, 400, 'bad_json'])
      }
    },
  )

  test('counts as an empty object when it is missing', async () => {
    const response = await service.send('POST', '/signup', {
      headers: { 'content-type': 'application/json;charset=UTF-8' },
    })
    expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([422, 'anonymous_provider_disabled'])
  })

  test('may contain nulls and unknown keys, which count as absent', async () => {
    const response = await service.send('POST', '/signup', {
      body: {
        email: 'nulos@example.uy',
        password: 'sombra-de-ceibo',
        data: null,
        phone: null,
        code_challenge: null,
        code_challenge_method: null,
        gotrue_meta_security: { captcha_token: null },
        channel: 'sms',
      },
    })
    expect(response.status).toBe(200)
  })

  test.for([
    { email: 5 },
    { email: {} },
    { email: 'a@b.uy', password: ['x'] },
    { email: 'a@b.uy', password: 'secreto', data: [] },
  ])('%j is refused for a value of the wrong type', async (body) => {
    const response = await service.send('POST', '/signup', { body })
    expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed'])
  })

  test('is refused above a megabyte, with or without a content length', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(1024 * 1024) })
    const versionedResponse = await service.send('POST', '/signup', { body, headers: versioned })
    expect([versionedResponse.status, await versionedResponse.json()]).toEqual([
      413,
      { code: 'request_entity_too_large', message: 'Request body is too large' },
    ])
    const streamed = await fetch(`${service.url}/signup`, {
      method: 'POST',
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
  })

  test('is refused quickly when it is a megabyte of brackets', async () => {
    for (const depth of [10_000, 500_000]) {
      const body = `{"email":"a@b.uy","password":"secreto","data":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`
      const response = await service.send('POST', '/signup', { body })
      expect(response.status).toBe(413)
    }
  })

  test.for([
    ['16 KB', { a: 'x'.repeat(17_000) }, 'data: data is too large'],
    [
      'a hundred keys',
      Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n, n])),
      'data: data has too many keys',
    ],
    ['eight levels', { a: [[[[[[[[1]]]]]]]] }, 'data: data is nested too deeply'],
  ] as const)('user data of more than %s is refused at sign-up and at each change', async ([, data, message]) => {
    const refused = { code: 'validation_failed', message }
    const body = { email: 'datos@example.uy', password: 'sombra-de-ceibo', data }
    const first = await service.send('POST', '/signup', { body, headers: versioned })
    expect([first.status, await first.json()]).toEqual([400, refused])
    const { session } = await signUp(service)
    const headers = { ...versioned, authorization: `Bearer ${session.access_token}` }
    const change = await service.send('PUT', '/user', { body: { data }, headers })
    expect([change.status, await change.json()]).toEqual([400, refused])
  })
})

test('other origins are allowed, with the headers that the client sends', async () => {
  const response = await service.send('OPTIONS', '/token', {
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,x-client-info',
    },
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,PATCH,DELETE')
  expect(response.headers.get('access-control-allow-headers')).toBe(
    'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
  )
  const plain = await service.send('GET', '/health', { headers: { origin: 'https://app.example' } })
  expect(plain.headers.get('access-control-expose-headers')).toBe(
    'X-Supabase-Api-Version,X-Total-Count,Link,Retry-After',
  )
  expect(plain.headers.get('cache-control')).toBe('no-store')
})

test('the settings list the enabled sign-in methods, and the health check responds', async () => {
  expect(await (await service.send('GET', '/settings')).json()).toMatchObject({
    external: { email: true, google: false, facebook: false, apple: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    saml_enabled: false,
  })
  const { social } = service.platform.settings
  const google = { clientId: 'x', clientSecret: 'hush', issuer: 'https://accounts.google.com' }
  const other = await startService({ settings: { requireEmailConfirmation: true, social: { ...social, google } } })
  const settings = await (await other.send('GET', '/settings')).text()
  expect(JSON.parse(settings)).toMatchObject({ external: { google: true, facebook: false }, mailer_autoconfirm: false })
  expect(settings).not.toContain('hush')
  expect((await service.send('GET', '/health')).status).toBe(200)
})

test('single sign-on is disabled for every request', async () => {
  for (const body of ['{', { domain: 'senda.uy' }, undefined]) {
    const response = await service.send('POST', '/sso', { body, headers: versioned })
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' },
    ])
  }
})
