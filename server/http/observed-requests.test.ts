import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { api } from '#server/api/procedures.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { testPlatform } from '#server/testing/platform.ts'

type Line = Record<string, unknown> & { msg: string }

/** A server whose log is kept as its lines. `status` waits in the database and then for a connection. */
async function startLogged(settings: { requestLog?: boolean; slowRequestMs?: number }) {
  const lines: Line[] = []
  const log = pino(
    { level: 'warn', base: null },
    { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  )
  const platform = { ...(await testPlatform({ settings })), log }
  const routes = api.router({
    status: {
      get: api.status.get.handler(async ({ context }) => {
        await sql`select pg_sleep(${0.15})`.execute(context.platform.db)
        return { name: 'Senda', now: context.platform.clock.now(), zone: 'America/Montevideo' }
      }),
    },
  } as never)
  const { url } = await startTestServer({ platform, routes })
  return { url, lines, platform }
}

const named = (lines: readonly Line[], msg: string) => lines.filter((line) => line.msg === msg)

test('REQUEST_LOG writes one line per request with its id and its pattern, at any log level, without what a person typed', async () => {
  const { url, lines } = await startLogged({ requestLog: true })
  const secret = 'ana-perez'
  const read = await fetch(`${url}/api/v1/status?nombre=${secret}`, { headers: { 'user-agent': secret } })
  await read.text()
  const page = await fetch(`${url}/${secret}?q=${secret}`)
  await page.text()
  await expect.poll(() => named(lines, 'request').length).toBe(2)
  const [first, second] = named(lines, 'request')
  expect(first).toMatchObject({ method: 'GET', route: '/api/v1/status', status: 200, level: 30 })
  expect(first?.requestId).toBe(read.headers.get('x-request-id'))
  expect(first?.ms).toBeGreaterThan(140)
  expect(first?.bytes).toBeGreaterThan(100)
  expect(second).toMatchObject({ route: '*', requestId: page.headers.get('x-request-id') })
  expect(JSON.stringify(lines)).not.toContain(secret)
})

test('a slow request leaves a warning without the setting, with the time in the database and the wait for a connection', async () => {
  const { url, lines, platform } = await startLogged({ slowRequestMs: 100 })
  const clients = await Promise.all(Array.from({ length: 6 }, () => platform.pool.connect()))
  const slow = fetch(`${url}/api/v1/status`)
  await new Promise((resolve) => setTimeout(resolve, 200))
  for (const client of clients) client.release()
  expect((await slow).status).toBe(200)
  await fetch(`${url}/healthz`)
  await expect.poll(() => named(lines, 'a slow request').length).toBe(1)
  const [line] = named(lines, 'a slow request')
  expect(line).toMatchObject({ route: '/api/v1/status', status: 200, level: 40 })
  expect(line?.databaseMs).toBeGreaterThan(140)
  expect(line?.connectionMs).toBeGreaterThan(100)
  expect(line?.ms).toBeGreaterThan(290)
  expect(named(lines, 'request')).toEqual([])
})
