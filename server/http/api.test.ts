import { randomInt } from 'node:crypto'
import { createORPCClient, isDefinedError, safe } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { implement } from '@orpc/server'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { failWith, requestErrors } from '#contract/errors.ts'
import { route } from '#contract/route.ts'
import type { EntryContext } from '#server/api/context.ts'
import { checkAccess, refuseUnstorableText, requireActor } from '#server/api/procedures.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { actorOf, startTestServer } from '#server/testing/app-server.ts'
import { leaveOneAttempt } from '#server/testing/limits.ts'
import { orpcErrorFromBody } from '#server/testing/orpc-errors.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'

const errors = {
  'things.taken': { status: 409, message: 'Eso ya está ocupado.', data: z.object({ by: z.string() }) },
} as const
const text = z.object({ text: z.string().max(50), more: z.unknown().optional() })

const things = {
  echo: route({ method: 'POST', path: '/echo', access: 'public', changes: [], summary: 'Repite' })
    .input(text)
    .output(text),
  search: route({ method: 'GET', path: '/search', access: 'public', summary: 'Busca' }).input(text).output(text),
  mine: route({ method: 'GET', path: '/mine', access: 'signedIn', summary: 'Lo propio' }).output(
    z.object({ email: z.string() }),
  ),
  moderate: route({ method: 'POST', path: '/moderate', access: ['moderator', 'admin'], changes: [], summary: 'Modera' })
    .input(text)
    .output(text),
  remember: route({ method: 'POST', path: '/remember', access: 'public', changes: [], summary: 'Recuerda' }).output(
    z.object({ key: z.string() }),
  ),
  take: route({ method: 'POST', path: '/take', access: 'public', changes: [], summary: 'Toma' })
    .output(text)
    .errors(errors),
  stumble: route({ method: 'GET', path: '/stumble', access: 'public', summary: 'Tropieza' }).output(text),
  wait: route({ method: 'GET', path: '/wait', access: 'public', summary: 'Espera demasiado' }).output(text),
  lose: route({ method: 'GET', path: '/lose', access: 'public', summary: 'Pierde la base' }).output(text),
}

const api = implement(things).$context<EntryContext>().use(checkAccess).use(refuseUnstorableText)
const routes = api.router({
  echo: api.echo.handler(({ input }) => ({ text: input.text })),
  search: api.search.handler(({ input }) => input),
  mine: api.mine.handler(({ context }) => ({ email: requireActor(context).email })),
  moderate: api.moderate.handler(({ input }) => input),
  remember: api.remember.handler(({ context }) => ({ key: context.visitor.ensureKey() })),
  take: api.take.handler(() => {
    throw failWith(errors)('things.taken', { by: 'otra persona' })
  }),
  stumble: api.stumble.handler(() => {
    throw new Error('secret detail of the inside')
  }),
  wait: api.wait.handler(async ({ context }) => {
    await context.platform.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 20`.execute(tx)
      await sql`select pg_sleep(1)`.execute(tx)
    })
    return { text: 'reached' }
  }),
  lose: api.lose.handler(async ({ context }) => {
    await connectDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing', log: context.platform.log })
    return { text: 'reached' }
  }),
})

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})

const json = { 'content-type': 'application/json' }

async function send(path: string, init?: RequestInit) {
  const { url } = await startTestServer({ platform, routes })
  const response = await fetch(`${url}/api/v1${path}`, init)
  const body = (await response.json()) as {
    code?: string
    message?: string
    data?: unknown
    requestId?: string
    text?: string
    key?: string
  }
  return { status: response.status, headers: response.headers, body }
}

const post = (path: string, body: BodyInit, headers: Record<string, string> = json) =>
  send(path, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

function expectError(response: Awaited<ReturnType<typeof send>>, code: keyof typeof requestErrors): void {
  expect(response.body).toMatchObject({
    code,
    message: requestErrors[code].message,
    requestId: response.headers.get('x-request-id'),
  })
  expect(response.status).toBe(requestErrors[code].status)
  expect(response.headers.get('cache-control')).toBe('no-store')
}

test('the response to a valid request has its request id and must not be cached', async () => {
  const response = await post('/echo', '{"text":"¡Hola! 👋 مرحبا"}')
  expect(response.status).toBe(200)
  expect(response.body.text).toBe('¡Hola! 👋 مرحبا')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{20}$/)
})

test('HEAD responds like GET, without the body', async () => {
  const { url } = await startTestServer({ platform, routes })
  const response = await fetch(`${url}/api/v1/search?text=a`, { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
  expect((await fetch(`${url}/api/v1/mine`, { method: 'HEAD' })).status).toBe(401)
})

test('HEAD of a signed-in user runs no route, because some reads leave a trace', async () => {
  const authenticate = async (bearer: string) => (bearer === 'patient' ? actorOf(['patient']) : undefined)
  let runs = 0
  const counting = {
    ...routes,
    mine: api.mine.handler(({ context }) => {
      runs += 1
      return { email: requireActor(context).email }
    }),
  }
  const { url } = await startTestServer({ platform, routes: counting, authenticate })
  const read = (method: string) => fetch(`${url}/api/v1/mine`, { method, headers: { authorization: 'Bearer patient' } })
  const head = await read('HEAD')
  expect([head.status, head.headers.get('allow'), await head.text(), runs]).toEqual([405, 'GET', '', 0])
  expect([(await read('GET')).status, runs]).toEqual([200, 1])
})

test.each(['{"text":', 'null{', '\u0000', '[1,2', '{"text":"a"}}'])(
  'a body that is not JSON is refused as malformed: %j',
  async (body) => {
    expectError(await post('/echo', body), 'request.malformed')
  },
)

test('a broken form is refused as malformed', async () => {
  expectError(
    await post('/echo', 'no parts', { 'content-type': 'multipart/form-data; boundary=x' }),
    'request.malformed',
  )
})

test.each(['', 'null', '"text"', '42', '[]', '{}', '{"text":5}'])(
  'a body of another shape is refused as invalid: %j',
  async (body) => {
    expectError(await post('/echo', body), 'request.invalid')
  },
)

test('a text that is too long is refused, and the response names its field in Spanish', async () => {
  const response = await post('/echo', JSON.stringify({ text: 'x'.repeat(10_000) }))
  expectError(response, 'request.invalid')
  expect(response.body.data).toEqual({
    fields: [{ path: 'text', message: expect.stringContaining('Puede tener hasta') }],
  })
})

test.each([
  ['a NUL byte', '{"text":"a\\u0000b"}', 'text'],
  ['half of a surrogate pair', '{"text":"a\\ud800b"}', 'text'],
  ['a NUL byte deep inside', '{"text":"a","more":{"list":["b","\\u0000"]}}', 'more.list.1'],
  ['a NUL byte in a key', '{"text":"a","more":{"x\\u0000":1}}', 'more'],
])('%s in a body is refused as invalid', async (_, body, path) => {
  const response = await post('/echo', body)
  expectError(response, 'request.invalid')
  expect(response.body.data).toMatchObject({ fields: [{ path }] })
})

test('a NUL byte in a query is refused as invalid', async () => {
  expectError(await send('/search?text=a%00b'), 'request.invalid')
})

test.each(['?text=%E0%A4%A', '?text[a]=1&text=2', '?text=1&text=2', '?__proto__[x]=1', ''])(
  'the status for a strange query is below 500: %s',
  async (query) => {
    expect((await send(`/search${query}`)).status).toBeLessThan(500)
  },
)

test('a hundred thousand nested brackets do not stop the server', async () => {
  const response = await post('/echo', `{"text":"a","more":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
  expect(response.status).toBeLessThan(500)
})

test('a body of 10 MB is refused as too large, with or without a content length', async () => {
  const big = new Uint8Array(10 * 1024 * 1024).fill(97)
  expectError(await post('/echo', big), 'request.too_large')
  const stream = new ReadableStream({
    start(controller) {
      for (let at = 0; at < big.length; at += 65_536) controller.enqueue(big.subarray(at, at + 65_536))
      controller.close()
    },
  })
  expectError(await post('/echo', stream), 'request.too_large')
})

test.each(['/nothing', '/../etc/passwd', '/echo/more', '/%00'])(
  'an unknown path gets a JSON response: %s',
  async (path) => {
    expectError(await send(path), 'request.not_found')
  },
)

test('the response to an internal error omits its details', async () => {
  const response = await send('/stumble')
  expectError(response, 'service.failure')
  expect(JSON.stringify(response.body)).not.toContain('secret')
})

test('while the database is unreachable, the response is service.unavailable', async () => {
  expectError(await send('/lose'), 'service.unavailable')
  expectError(await send('/wait'), 'service.unavailable')
})

test("an error of the contract reaches the browser's client with its code, message and data", async () => {
  const { url } = await startTestServer({ platform, routes })
  const client = createORPCClient<ContractRouterClient<typeof things>>(
    new OpenAPILink(things, { url, customErrorResponseBodyDecoder: orpcErrorFromBody }),
  )
  const { error } = await safe(client.take())
  expect(isDefinedError(error) && error.code === 'things.taken' && error.data.by).toBe('otra persona')
  expect(error?.message).toBe('Eso ya está ocupado.')
})

test('a route for signed-in callers refuses a request without a token or with a forged one, and accepts a valid one', async () => {
  expectError(await send('/mine'), 'session.missing')
  expectError(await send('/mine', { headers: { authorization: 'Bearer forged.token.here' } }), 'session.missing')
  expectError(await send('/mine', { headers: { authorization: 'Basic cGF0aWVudDo=' } }), 'session.missing')
  expect((await send('/mine', { headers: { authorization: 'Bearer patient' } })).status).toBe(200)
})

test('a route for some roles refuses the other roles before it validates their input', async () => {
  const as = (bearer: string, body: string) => post('/moderate', body, { ...json, authorization: `Bearer ${bearer}` })
  expectError(await post('/moderate', '{"text":5}'), 'session.missing')
  expectError(await as('patient', '{"text":5}'), 'session.forbidden')
  expectError(await as('patient.center', '{"text":"a"}'), 'session.forbidden')
  expectError(await as('moderator', '{"text":5}'), 'request.invalid')
  expect((await as('patient.moderator', '{"text":"a"}')).status).toBe(200)
})

test('a visitor gets a cookie only from a route that must recognise the visitor, and keeps it', async () => {
  expect((await post('/echo', '{"text":"a"}')).headers.has('set-cookie')).toBe(false)
  const first = await post('/remember', '')
  const cookie = first.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^senda_visitor=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
  const repeated = await post('/remember', '', { cookie: cookie.split(';')[0] ?? '' })
  expect(repeated.body.key).toBe(first.body.key)
  expect(repeated.headers.has('set-cookie')).toBe(false)
  for (const value of ['chosen-by-myself', 'a'.repeat(43)]) {
    const chosen = await post('/remember', '', { cookie: `senda_visitor=${value}` })
    expect(chosen.headers.has('set-cookie')).toBe(true)
  }
})

test("another site's page cannot write", async () => {
  const body = '{"text":"a"}'
  expectError(await post('/echo', body, { ...json, 'sec-fetch-site': 'cross-site' }), 'request.cross_site')
  expectError(await post('/echo', body, { ...json, 'sec-fetch-site': 'same-site' }), 'request.cross_site')
  expectError(await post('/echo', body, { ...json, origin: 'https://elsewhere.example' }), 'request.cross_site')
  expectError(await post('/echo', body, { ...json, origin: 'null' }), 'request.cross_site')
  expect((await post('/echo', body, { ...json, origin: platform.settings.publicUrl })).status).toBe(200)
})

test('after 1,500 writes in a minute an address must wait, and can still read', async () => {
  const isolatedPlatform = await testPlatform()
  const { url } = await startTestServer({ platform: isolatedPlatform, routes })
  const write = () => fetch(`${url}/api/v1/echo`, { method: 'POST', headers: json, body: '{"text":"a"}' })
  await leaveOneAttempt(isolatedPlatform, { name: 'http.write', address: '127.0.0.1', limit: 1500, windowSeconds: 60 })
  const statuses = [await write(), await write()].map(({ status }) => status)
  expect(statuses).toEqual([200, 429])
  const refused = await write()
  expect(await refused.json()).toMatchObject({
    code: 'request.too_many',
    data: { retryAfterSeconds: expect.any(Number) },
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetch(`${url}/api/v1/search?text=a`)).status).toBe(200)
})

test('a browser that searches without pause must wait, and its neighbours at the same address need not', async () => {
  const proxied = { ...platform, settings: { ...platform.settings, trustedProxies: 1 } }
  const { url } = await startTestServer({ platform: proxied, routes })
  const remember = await fetch(`${url}/api/v1/remember`, { method: 'POST', headers: json })
  const cookie = remember.headers.get('set-cookie')?.split(';')[0] ?? ''
  const api = await startTestServer({ platform: proxied })
  const search = (headers: Record<string, string>) =>
    fetch(`${api.url}/api/v1/centers?page=x`, { headers: { 'x-forwarded-for': '203.0.113.70', ...headers } })
  const statuses: number[] = []
  for (let round = 0; round < 25; round += 1) {
    const responses = await Promise.all(Array.from({ length: 10 }, () => search({ cookie })))
    statuses.push(...responses.map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  expect((await search({})).status).not.toBe(429)
})

test.each([
  ['suggestions', 'suggestions?q=', 2400],
  ['recommendations', 'recommendations?service=x', 400],
])('%s have their own limit for one address', async (noun, path, limit) => {
  const proxied = { ...platform, settings: { ...platform.settings, trustedProxies: 1 } }
  const { url } = await startTestServer({ platform: proxied })
  const get = (each: string, address = '203.0.113.7') =>
    fetch(`${url}/api/v1/${each}`, { headers: { 'x-forwarded-for': address } })
  await leaveOneAttempt(platform, { name: `http.${noun}`, address: '203.0.113.7', limit, windowSeconds: 60 })
  expect((await get(path)).status).not.toBe(429)
  const refused = await get(path)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    code: 'request.too_many',
    data: { retryAfterSeconds: expect.any(Number) },
  })
  expect((await get('centers?page=x')).status).not.toBe(429)
  expect((await get(path, '203.0.113.6')).status).not.toBe(429)
})

test('an address that searches without pause must wait, and another address need not', async () => {
  const proxied = { ...platform, settings: { ...platform.settings, trustedProxies: 1 } }
  const { url } = await startTestServer({ platform: proxied })
  const search = (address: string) =>
    fetch(`${url}/api/v1/centers?page=x`, { headers: { 'x-forwarded-for': address } }).then(({ status }) => status)
  await leaveOneAttempt(platform, { name: 'http.search', address: '203.0.113.9', limit: 1200, windowSeconds: 60 })
  expect(await search('203.0.113.9')).not.toBe(429)
  expect(await search('203.0.113.9')).toBe(429)
  expect(await search('203.0.113.8')).not.toBe(429)
})

test.each([
  ['HEAD', '/api/v1/centers?page=x'],
  ['GET', '/api/v1/centers/?page=x'],
  ['GET', '/api/v1//centers?page=x'],
  ['GET', '/api/v1/%63enters?page=x'],
  ['HEAD', '/api/v1/centers/?page=x'],
  ['GET', '/api/v1/centers/019a9f00-0000-7000-8000-00000000dead/free-times?from=x'],
  ['HEAD', '/api/v1/centers/019a9f00-0000-7000-8000-00000000dead/free-times/?from=x'],
])('%s %s counts as a search, as every spelling of its address does', async (method, path) => {
  const proxied = { ...platform, settings: { ...platform.settings, trustedProxies: 1 } }
  const { url } = await startTestServer({ platform: proxied })
  const network = `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`
  const address = `${network}::1`
  const statusOf = (verb: string, target: string) =>
    fetch(url + target, { method: verb, headers: { 'x-forwarded-for': address } }).then(({ status }) => status)
  const first = await statusOf(method, path)
  const counted = { name: 'http.search', address: `${network}::/64`, windowSeconds: 60 }
  await platform.db.deleteFrom('rate_limits').where('key', 'like', 'http.search:%').execute()
  await leaveOneAttempt(platform, { ...counted, limit: 1200 })
  await statusOf('GET', '/api/v1/centers?page=x')
  expect(await statusOf(method, path)).toBe(first === 404 ? 404 : 429)
})
