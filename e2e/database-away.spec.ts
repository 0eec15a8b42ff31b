import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from '@playwright/test'

import { createLog } from '#server/platform/log.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'

import { expectAccessible, test, whenInteractive } from './fixtures.ts'

const port = Number(process.env.E2E_PORT ?? 3210) + 1
const origin = `http://127.0.0.1:${port}`
const sorry = 'No podemos responder en este momento. Volvemos en unos instantes.'

// React reports the error that an error page catches.
test.use({ provokes: new RegExp(sorry) })

let dataDir = ''
let postgres: EmbeddedPostgres | undefined
let server: ChildProcess | undefined

/** The same folder gives the same address, so the stopped database returns where it was. */
async function startDatabase(): Promise<string> {
  postgres = await startEmbeddedPostgres({ dataDir, log: createLog({ logLevel: 'silent' }), durable: false })
  return postgres.url
}

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'senda-away-'))
  const url = await startDatabase()
  server = spawn(process.execPath, ['server/main.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    // Production creates no demo data, which this test doesn't need.
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'fatal',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      DATABASE_URL: url,
      SECRET_KEY: 'x'.repeat(32),
      RECORD_KEYS: `e2e:${Buffer.alloc(32, 'e').toString('base64')}`,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await expect(async () => expect((await fetch(`${origin}/readyz`)).ok).toBe(true)).toPass({ timeout: 30_000 })
})

test.afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

// In `npm test`: server/http/pages.test.ts has the page, web/features/shell/error-page.test.tsx the one that was open before.
test('while the database is unavailable every page says so, and recovers by itself', { tag: '@storm' }, async ({
  page,
  context,
  request,
}) => {
  const open = await context.newPage()
  await open.goto(`${origin}/contact`)
  await whenInteractive(open)
  await page.goto(`${origin}/centers`)
  await expect(page.getByRole('heading', { level: 1, name: 'Centros Terapéuticos' })).toBeVisible()
  await postgres?.stop()

  await test.step('a page that is loaded', async () => {
    const response = await page.goto(`${origin}/centers?q=yoga`)
    expect(response?.status()).toBe(503)
    await expect(page.getByRole('heading', { level: 1, name: 'Volvemos en unos instantes' })).toBeVisible()
    await expect(page.getByRole('status')).toHaveText(`${sorry} Esta página se actualizará sola.`)
    await expectAccessible(page)
  })

  await test.step('a page that was open before', async () => {
    await open.getByRole('banner').getByRole('link', { name: 'Servicios' }).click()
    await expect(open.getByRole('heading', { level: 1, name: 'Volvemos en unos instantes' })).toBeVisible()
    await expect(open.getByRole('alert')).toHaveText(sorry)
    await expectAccessible(open)
  })

  await test.step('the API and the probes', async () => {
    const response = await request.get(`${origin}/api/v1/centers`)
    expect(response.status()).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'service.unavailable', status: 503, message: sorry })
    const signIn = await request.post(`${origin}/auth/v1/token?grant_type=password`, {
      data: { email: 'nadie@example.com', password: 'cualquiera' },
    })
    expect(signIn.status()).toBe(503)
    expect((await request.get(`${origin}/readyz`)).status()).toBe(503)
    expect((await request.get(`${origin}/healthz`)).status()).toBe(200)
  })

  await test.step('everything recovers when the database is back', async () => {
    await startDatabase()
    await expect(page.getByRole('heading', { level: 1, name: 'Centros Terapéuticos' })).toBeVisible()
    await expect(page).toHaveURL(`${origin}/centers?q=yoga`)
    await expect(open.getByRole('heading', { level: 1, name: 'Servicios' })).toBeVisible()
    expect((await request.get(`${origin}/readyz`)).status()).toBe(200)
  })
})
