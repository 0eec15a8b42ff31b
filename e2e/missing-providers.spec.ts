import { expect } from '@playwright/test'

import { test } from './fixtures.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

let server: OwnServer | undefined
test.afterEach(async () => {
  await server?.stop()
  server = undefined
})

test('in production a provider without settings is not offered', async ({ page }) => {
  server = await startOwnServer()
  for (const path of ['/login', '/register', '/auth']) {
    await page.goto(server.origin + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/Continuar con|o con tu correo|o con otra cuenta/)).toHaveCount(0)
  }
})

test('in production the HTML contains a provider with settings', async ({ page, request }) => {
  server = await startOwnServer({ GOOGLE_CLIENT_ID: 'senda', GOOGLE_CLIENT_SECRET: 'secreto' })
  const html = await (await request.get(`${server.origin}/login`)).text()
  expect(html).toContain('Continuar con Google')
  expect(html).not.toContain('Continuar con Apple')
  expect(html).not.toContain('CLIENT_ID')
  await page.goto(`${server.origin}/login`)
  await expect(page.getByRole('button', { name: 'Continuar con Google' })).toBeEnabled()
  await expect(page.getByRole('button', { name: /^Continuar con/ })).toHaveCount(1)
})
