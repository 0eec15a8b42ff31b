import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { purgeBrowserErrorsJob } from '#server/platform/browser-errors.ts'
import { forwardErrorsJob } from '#server/platform/forwarded-errors.ts'
import { performJob } from '#server/platform/jobs.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'

const stack = 'TypeError: x\n    at save (https://senda.example/assets/account-Ab3dE5g.js:1:2345)'
const report = { name: 'TypeError', message: 'x is not a function', stack, page: '/account' }
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

let platform: TestPlatform
let url: string

beforeEach(async () => {
  platform = await testPlatform()
  ;({ url } = await startTestServer({ platform }))
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': chrome, ...headers },
    body: JSON.stringify(body),
  })
const send = (changed: Partial<typeof report> = {}) => post('/api/v1/client-errors', { ...report, ...changed })
const stored = () =>
  platform.db
    .selectFrom('browser_errors')
    .select(['id', 'kind', 'message', 'browser', 'count', 'resolved_at', 'first_seen', 'last_seen', 'forwarded_count'])
    .orderBy('message')
    .execute()

async function read(): Promise<{ id: string; message: string; count: number }[]> {
  const response = await fetch(`${url}/api/v1/staff/service-health`, { headers: { authorization: 'Bearer admin' } })
  return ((await response.json()) as { browserErrors: { id: string; message: string; count: number }[] }).browserErrors
}

async function resolve(errorId: string): Promise<number> {
  const path = `/api/v1/staff/service-health/browser-errors/${errorId}/resolve`
  return (await post(path, {}, { authorization: 'Bearer admin' })).status
}

test('errors alike are one row with their count, its first and its last moment', async () => {
  await send()
  platform.clock.advance(300_000)
  await send({ page: '/login' })
  await send({ message: 'y is not a function' })
  const [first, second, ...others] = await stored()
  expect(first).toMatchObject({ kind: 'script', message: 'x is not a function', browser: 'Chrome 131', count: 2 })
  expect((first?.last_seen.getTime() ?? 0) - (first?.first_seen.getTime() ?? 0)).toBe(300_000)
  expect([second?.count, others.length]).toEqual([1, 0])
})

test('an administrator resolves an error, and it is back when it occurs again', async () => {
  await send()
  const [error] = await read()
  expect(error).toMatchObject({ message: 'x is not a function', count: 1 })
  expect(await resolve(error?.id ?? '')).toBe(200)
  expect(await read()).toEqual([])
  await send()
  expect(await read()).toMatchObject([{ count: 2 }])
  expect(await resolve('019a9f00-0000-7000-8000-000000000001')).toBe(404)
})

test('what is too long, too frequent or of another site is refused, and what is no error of a page is not stored', async () => {
  expect((await send({ message: 'x'.repeat(1001) })).status).toBe(422)
  expect((await post('/api/v1/client-errors', report, { origin: 'https://other.example' })).status).toBe(403)
  expect((await send({ message: 'Script error.' })).status).toBe(200)
  expect(await stored()).toEqual([])
  const responses = await Promise.all(Array.from({ length: 110 }, () => send()))
  expect(responses.filter(({ status }) => status === 429).length).toBeGreaterThan(5)
})

describe('a report of the content security policy', () => {
  const violation = { 'document-uri': 'https://senda.example/centers?q=ana', 'violated-directive': "img-src 'self'" }

  test('is stored in the older and in the newer form', async () => {
    const older = { 'csp-report': { ...violation, 'blocked-uri': 'https://ads.example/x?who=ana' } }
    const newer = {
      type: 'csp-violation',
      body: { documentURL: 'https://senda.example/', effectiveDirective: 'script-src-elem', blockedURL: 'inline' },
    }
    expect((await post('/csp-reports', older, { 'content-type': 'application/csp-report' })).status).toBe(204)
    const reports = [newer, { type: 'deprecation', body: {} }, null]
    expect((await post('/csp-reports', reports, { 'content-type': 'application/reports+json' })).status).toBe(204)
    expect(await stored()).toMatchObject([
      { kind: 'policy', message: 'https://ads.example was refused', count: 1 },
      { kind: 'policy', message: 'inline was refused', count: 1 },
    ])
  })

  test('that is none is no failure', async () => {
    for (const body of [{}, [], 'x', 5, { 'csp-report': 7 }]) {
      expect((await post('/csp-reports', body)).status).toBe(204)
    }
    expect(await stored()).toEqual([])
  })
})

test('made-up errors fill no more than the list holds, and what did not occur for a month is deleted', async () => {
  await send()
  await platform.pool.query(`
    insert into browser_errors select gen_random_uuid(), lpad(n::text, 43, 'x'), kind, name, n::text, stack, page, browser, version,
      first_seen - interval '40 days', last_seen - interval '40 days' from browser_errors, generate_series(1, 499) as n`)
  // What occurred least and longest ago makes room for what occurs now.
  await send({ message: 'one too many' })
  await send()
  expect((await stored()).length).toBe(500)
  await performJob({ platform, name: purgeBrowserErrorsJob.name, payload: {} })
  const left = (await stored()).map(({ message, count }) => `${message} ${count}`)
  expect(left.toSorted()).toEqual(['one too many 1', 'x is not a function 2'])
})

test('one network adds 25 new errors a day, in either form; those that are known still count, and another network adds its own', async () => {
  const proxied = { ...platform, settings: { ...platform.settings, trustedProxies: 1 } }
  ;({ url } = await startTestServer({ platform: proxied }))
  const from = (address: string, n: number) =>
    post(
      '/api/v1/client-errors',
      { ...report, message: `Cannot read v${'x'.repeat(n)}` },
      { 'x-forwarded-for': address },
    )
  // Of one /48, whose addresses change.
  for (let n = 0; n < 30; n += 1) await from(`2001:db8:7:${n.toString(16)}::1`, n)
  const violation = { 'document-uri': '/', 'violated-directive': 'img-src', 'blocked-uri': 'https://made-up.example' }
  await post('/csp-reports', { 'csp-report': violation }, { 'x-forwarded-for': '2001:db8:7:ff::1' })
  expect((await stored()).map(({ count }) => count)).toEqual(Array.from({ length: 25 }, () => 1))
  expect((await from('2001:db8:7:ff::1', 0)).status).toBe(200)
  expect((await stored()).filter(({ count }) => count === 2)).toHaveLength(1)
  await from('203.0.113.9', 29)
  expect(await stored()).toHaveLength(26)
})

test('SENTRY_DSN receives each new error once, and again when it comes back', async () => {
  const events: string[] = []
  let isAway = false
  const service = createServer((request, response) => {
    let body = `${request.url} ${String(request.headers['x-sentry-auth'])}\n`
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => response.writeHead(isAway ? 503 : 200).end(String(events.push(body))))
  })
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  onTestFinished(() => void service.close())
  const sentry = { url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/api/7/envelope/`, key: 'abc' }
  const forwarding = { ...platform, settings: { ...platform.settings, sentry } }
  const forward = () => performJob({ platform: forwarding, name: forwardErrorsJob.name, payload: {} })
  await send()
  await forward()
  await send()
  await forward()
  expect(events.length).toBe(1)
  const [target, , , event = '{}'] = events[0]?.split('\n') ?? []
  expect(target).toContain('/api/7/envelope/ Sentry sentry_version=7, sentry_key=abc')
  expect(JSON.parse(event)).toMatchObject({
    platform: 'javascript',
    tags: { page: '/account', browser: 'Chrome 131' },
    exception: {
      values: [
        {
          type: 'TypeError',
          stacktrace: {
            frames: [{ function: 'save', filename: expect.stringContaining('/assets/account-'), lineno: 1 }],
          },
        },
      ],
    },
  })
  await resolve((await read())[0]?.id ?? '')
  await send()
  await forward()
  expect(events.length).toBe(2)
  // A service that is away fails no job, and is asked again.
  isAway = true
  await send({ message: 'y is not a function' })
  await forward()
  isAway = false
  await forward()
  expect(events.length).toBe(4)
})
