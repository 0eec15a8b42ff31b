import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { implement } from '@orpc/server'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { failRequest } from '#contract/errors.ts'
import { route } from '#contract/route.ts'
import type { EntryContext } from '#server/api/context.ts'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import type { Platform } from '#server/platform/platform.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { accountResets } from '#server/processes/reset-account.ts'
import { actorOf, openTestServer } from '#server/testing/app-server.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { onCleanup } from '#server/testing/resources.ts'

const shared = await testPlatform({ settings: { databaseConnections: 10, trustedProxies: 1, production: true } })
const { databaseUrl: url, log } = shared

/** The platform with the pools that a process has. */
async function platformWithPools(): Promise<Platform> {
  const requests = await connectDatabase({ url, log, max: 10, waitMs: 2_000 })
  const reserve = await connectDatabase({ url, log, max: 6 })
  onCleanup(async () => void (await Promise.all([requests.close(), reserve.close()])))
  return { ...shared, db: requests.db, pool: requests.pool, reserve }
}

const platform = await platformWithPools()
const lockers: pg.Client[] = []
afterEach(async () => {
  for (const locker of lockers.splice(0)) await locker.end()
})

/** Another session locks the table until the end of the test. */
async function lock(table: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  lockers.push(client)
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
}

async function timed(send: () => Promise<Response>) {
  const startedAt = performance.now()
  const response = await send()
  return { response, status: response.status, ms: performance.now() - startedAt }
}

let visitors = 0
function forwarded() {
  visitors += 1
  return { 'x-forwarded-for': `10.0.${visitors >> 8}.${visitors & 255}` }
}

test('while the limits are locked, readiness and searches respond, and other requests are refused with Retry-After', async () => {
  const server = await openTestServer({ platform, authService: createAuthService(platform, { resets: accountResets }) })
  onCleanup(server.close)
  await fetch(`${server.url}/api/v1/centers`)
  await lock('rate_limits')
  const json = { 'content-type': 'application/json' }
  const writes = Array.from({ length: 60 }, (_, n) =>
    timed(() =>
      n % 2 === 0
        ? fetch(`${server.url}/api/v1/appointments/hold`, {
            method: 'POST',
            headers: { ...json, ...forwarded() },
            body: '{}',
          })
        : fetch(`${server.url}/auth/v1/token?grant_type=password`, {
            method: 'POST',
            headers: { ...json, ...forwarded() },
            body: JSON.stringify({ email: `nadie${n}@example.uy`, password: 'no es la contraseña' }),
          }),
    ),
  )
  await sleep(300)
  const ready = await timed(() => fetch(`${server.url}/readyz`))
  expect([ready.status, ready.ms < 1_000]).toEqual([200, true])
  const searches = await Promise.all(
    Array.from({ length: 10 }, () => timed(() => fetch(`${server.url}/api/v1/centers`, { headers: forwarded() }))),
  )
  for (const { status, ms } of searches) expect([status, ms < 2_500]).toEqual([200, true])
  for (const { status, response, ms } of await Promise.all(writes)) {
    expect([status, ms < 15_000]).toEqual([503, true])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  }
}, 30_000)

const slowContract = {
  slow: route({ method: 'GET', path: '/slow', access: 'public', summary: 'Tarda' }).output(z.object({})),
  slowWrite: route({ method: 'POST', path: '/slow', access: 'public', changes: [], summary: 'Tarda' }).output(
    z.object({}),
  ),
  large: route({ method: 'GET', path: '/large', access: 'public', summary: 'Pesa' }).output(
    z.object({ text: z.string() }),
  ),
  limited: route({ method: 'GET', path: '/limited', access: 'public', summary: 'Limita' }).output(z.object({})),
}

/** An API with one route that holds its turn for 100 ms, as a slow query does. */
function slowRoutes(runs: { current: number; most: number }) {
  const base = implement(slowContract).$context<EntryContext>()
  async function work() {
    runs.current += 1
    runs.most = Math.max(runs.most, runs.current)
    await sleep(100)
    runs.current -= 1
    return {}
  }
  return base.router({
    slow: base.slow.handler(work),
    slowWrite: base.slowWrite.handler(work),
    large: base.large.handler(() => ({ text: randomBytes(4_000_000).toString('base64') })),
    limited: base.limited.handler(() => {
      throw failRequest('request.too_many', { retryAfterSeconds: 7 })
    }),
  })
}

test('requests beyond what can be served in time are refused at once with Retry-After, and the others are served in time', async () => {
  const runs = { current: 0, most: 0 }
  const server = await openTestServer({ platform, routes: slowRoutes(runs) })
  onCleanup(server.close)
  await Promise.all(Array.from({ length: 6 }, () => fetch(`${server.url}/api/v1/slow`)))
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => timed(() => fetch(`${server.url}/api/v1/slow`))))
  const served = outcomes.filter(({ status }) => status === 200)
  const refused = outcomes.filter(({ status }) => status === 503)
  expect(served.length + refused.length).toBe(200)
  expect(served.length).toBeGreaterThan(12)
  expect(refused.length).toBeGreaterThan(40)
  expect(runs.most).toBeLessThanOrEqual(6)
  for (const { ms } of served) expect(ms).toBeLessThan(6_000)
  for (const { response } of refused) {
    const requestId = response.headers.get('x-request-id')
    expect(await response.json()).toMatchObject({ code: 'service.unavailable', requestId })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await fetch(`${server.url}/api/v1/slow`)).status).toBe(200)
}, 30_000)

test.each([
  ['reads of one account', 'GET', () => 'Bearer atacante', forwarded],
  ['writes of one account', 'POST', () => 'Bearer atacante', forwarded],
  [
    'reads of the accounts of one network',
    'GET',
    () => `bEARer atacante${Math.floor(Math.random() * 20)}`,
    () => ({ 'x-forwarded-for': '10.9.9.9' }),
  ],
])(
  'the %s, however many and slow, leave turns to the others',
  async (_, method, authorizationOf, addressOf) => {
    const runs = { current: 0, most: 0 }
    const authenticate = (bearer: string) => Promise.resolve(actorOf(['patient'], bearer))
    const server = await openTestServer({ platform, routes: slowRoutes(runs), authenticate })
    onCleanup(server.close)
    const send = (headers: Record<string, string>) =>
      timed(() => fetch(`${server.url}/api/v1/slow`, { method, headers }))
    const sendAttack = () => send({ authorization: authorizationOf(), ...addressOf() })
    // The process learns how long these requests take.
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 6 }, sendAttack))
    const end = performance.now() + 3_500
    const attack = Array.from({ length: 120 }, async () => {
      const statuses: number[] = []
      while (performance.now() < end) statuses.push((await sendAttack()).status)
      return statuses
    })
    await sleep(1_500)
    const others: boolean[] = []
    while (performance.now() < end) {
      const { status, ms } = await send({ authorization: 'Bearer otra', ...forwarded() })
      others.push(status === 200 && ms < 2_000)
      await sleep(50)
    }
    const statuses = (await Promise.all(attack)).flat()
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    // A machine that stalls for a moment refuses some; without turns of their own, nearly all are refused.
    expect(others.filter(Boolean).length).toBeGreaterThan(others.length * 0.5)
    expect(others.length).toBeGreaterThan(2)
  },
  30_000,
)

test('a refusal of a limit carries Retry-After, wherever the route counts it', async () => {
  const server = await openTestServer({ platform, routes: slowRoutes({ current: 0, most: 0 }) })
  onCleanup(server.close)
  const response = await fetch(`${server.url}/api/v1/limited`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
})

test('a client that does not read its responses keeps no other read from being served', async () => {
  const server = await openTestServer({ platform, routes: slowRoutes({ current: 0, most: 0 }) })
  onCleanup(server.close)
  await Promise.all(Array.from({ length: 12 }, () => fetch(`${server.url}/api/v1/slow`)))
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  onCleanup(async () => void socket.destroy())
  socket.pause()
  const request = (path: string) => `GET /api/v1/${path} HTTP/1.1\r\nhost: a\r\n\r\n`
  socket.write(request('large').repeat(4) + request('slow').repeat(150))
  await sleep(4_000)
  expect((await fetch(`${server.url}/api/v1/slow`)).status).toBe(200)
}, 30_000)
