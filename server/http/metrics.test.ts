import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'

const metricsToken = 'an-operator-reads-this-0123456789'

const measured = async () => testPlatform({ settings: { metricsToken } })

async function scrape(url: string): Promise<string> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return await response.text()
}

/** The value of the series with these labels, in the order in which the server writes them. */
function seriesOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

test('without the setting, without the token and with another one, there is no such page', async () => {
  const closed = await startTestServer({ platform: await testPlatform() })
  const open = await startTestServer({ platform: await measured() })
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const tries = [
    await fetch(`${closed.url}/metrics`, bearer(metricsToken)),
    await fetch(`${open.url}/metrics`),
    await fetch(`${open.url}/metrics?token=${metricsToken}`),
    await fetch(`${open.url}/metrics`, bearer('x')),
    await fetch(`${open.url}/metrics`, bearer(`${metricsToken}x`)),
    await fetch(`${open.url}/metrics`, { method: 'POST', ...bearer(metricsToken) }),
  ]
  for (const response of tries) {
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'request.not_found' })
  }
})

test('requests are counted by the pattern of their address, and no address becomes a label', async () => {
  const { url } = await startTestServer({ platform: await measured() })
  const secret = 'unguessable-0123456789'
  const paths = ['/api/v1/status', `/api/v1/centers/${secret}`, `/calendar/${secret}.ics`, `/${secret}?q=${secret}`]
  for (const path of [...paths, `/api/v1/${secret}`, `/assets/${secret}.js`]) await fetch(url + path)
  await fetch(`${url}/healthz`, { method: 'PROPFIND' })
  await expect.poll(async () => await scrape(url)).toContain('method="other"')
  const text = await scrape(url)
  const counted = (labels: string) => seriesOf(text, `senda_http_request_duration_seconds_count{${labels}}`)
  expect(counted('method="GET",route="/api/v1/status",status="200"')).toBeGreaterThan(0)
  expect(counted('method="GET",route="/api/v1/centers/{centerId}",status="422"')).toBeGreaterThan(0)
  expect(counted('method="GET",route="/metrics",status="200"')).toBeGreaterThan(0)
  expect(text).not.toContain(secret)
  expect(seriesOf(text, 'senda_page_cache_total{result="rendered"}')).toBeGreaterThan(0)
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'senda_live_connections']) {
    expect(seriesOf(text, name)).toEqual(expect.any(Number))
  }
  expect(seriesOf(text, 'senda_pool_connections_open{pool="requests"}')).toBeGreaterThan(0)
  expect(seriesOf(text, 'senda_acts_total{act="booking",outcome="ok"}')).toEqual(expect.any(Number))
})

async function addMail(platform: TestPlatform, state: Record<string, unknown>): Promise<void> {
  const mail = { id: newId(), recipient: 'ana@ejemplo.uy', subject: 'Hola', kind: 'support.acknowledged' }
  await platform.db
    .insertInto('outbound_mails')
    .values({ ...mail, valid_until: '2027-01-01T00:00:00Z', ...state })
    .execute()
}

test('jobs and mails are counted by state, and read once in a while however often they are scraped', async () => {
  const platform = await measured()
  const { url } = await startTestServer({ platform })
  await sql`select graphile_worker.add_job('probe.late', '{}'::json, run_at => now() - interval '1 hour')`.execute(
    platform.db,
  )
  await sql`select graphile_worker.add_job('probe.later', '{}'::json, run_at => now() + interval '1 hour')`.execute(
    platform.db,
  )
  const body = { sealed_body: Buffer.from('x'), key_id: 'k' }
  await addMail(platform, body)
  await addMail(platform, { ...body, attempts: 2, last_error: 'timeout' })
  await addMail(platform, { attempts: 1, sending_since: '2026-11-20T12:00:00Z', last_error: 'lost' })
  await addMail(platform, { attempts: 1, last_error: '550' })
  await addMail(platform, { sent_at: '2026-11-20T12:00:00Z' })
  const text = await scrape(url)
  expect(seriesOf(text, 'senda_jobs{task="probe.late",state="due"}')).toBe(1)
  expect(seriesOf(text, 'senda_job_oldest_seconds{task="probe.late",state="due"}')).toBeGreaterThan(3500)
  expect(seriesOf(text, 'senda_jobs{task="probe.later",state="scheduled"}')).toBe(1)
  const mails = ['waiting', 'failing', 'in_doubt', 'refused'].map((state) =>
    seriesOf(text, `senda_mails{state="${state}"}`),
  )
  expect(mails).toEqual([1, 1, 1, 1])
  await addMail(platform, body)
  expect(seriesOf(await scrape(url), 'senda_mails{state="waiting"}')).toBe(1)
})

test('the dashboard and the alerts of deploy/ name only what is exported', async () => {
  const { url } = await startTestServer({ platform: await measured() })
  const names = [...(await scrape(url)).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name],
  )
  for (const file of ['grafana-dashboard.json', 'alerts.yaml']) {
    const text = readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')
    const named = text.match(/\b(?:senda|nodejs|process)_\w+/g) ?? []
    expect(named.length).toBeGreaterThan(10)
    expect([...new Set(named)].filter((name) => !names.includes(name))).toEqual([])
  }
})

test('a locked table leaves its figures out and does not delay the rest', async () => {
  const platform = await measured()
  const { url } = await startTestServer({ platform })
  await platform.db.transaction().execute(async (tx) => {
    await sql`lock table outbound_mails`.execute(tx)
    const startedAt = performance.now()
    const text = await scrape(url)
    expect(performance.now() - startedAt).toBeLessThan(2500)
    expect(seriesOf(text, 'senda_database_figures_read')).toBe(0)
    expect(text).not.toMatch(/^senda_mails\{/m)
    expect(seriesOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  })
  await expect.poll(async () => seriesOf(await scrape(url), 'senda_database_figures_read')).toBe(1)
})
