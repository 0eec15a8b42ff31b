import { type BrowserContext, expect, type Page } from '@playwright/test'

import { stormSize } from '#server/testing/storm.ts'
import { registerPatient } from './by-api.ts'
import { test } from './fixtures.ts'
import { newPerson, signIn } from './person.ts'

const storageKey = 'senda.session'

/** Changes the stored session so that its access token says that it has expired, as after a night of sleep. */
async function letSessionAge(page: Page, { hours }: { hours: number }): Promise<void> {
  await page.evaluate(
    ([key, age]) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token: string; expires_at: number }
      const [header = '', payload = '', signature = ''] = session.access_token.split('.')
      const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number }
      claims.exp = Math.floor(Date.now() / 1000) - age
      const changed = btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
      session.access_token = [header, changed, signature].join('.')
      session.expires_at = claims.exp
      localStorage.setItem(key, JSON.stringify(session))
    },
    [storageKey, hours * 3600] as const,
  )
}

function refreshesOf(context: BrowserContext): number[] {
  const statuses: number[] = []
  context.on('response', (response) => {
    if (response.url().endsWith('/auth/v1/token?grant_type=refresh_token')) statuses.push(response.status())
  })
  return statuses
}

const tabCount = stormSize({ short: 4, long: 20 })

test(`${tabCount} tabs that refresh simultaneously all stay signed in`, async ({ browser, baseURL }) => {
  test.setTimeout(120_000)
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const first = await context.newPage()
  const person = newPerson()
  await registerPatient(first, person)
  // On another page first, so that no client refreshes before all tabs are open.
  await letSessionAge(first, { hours: 7 })
  const refreshes = refreshesOf(context)
  const tabs = await Promise.all(Array.from({ length: tabCount - 1 }, () => context.newPage()))
  tabs.push(first)
  await Promise.all(tabs.map((tab) => tab.goto('/dashboard', { waitUntil: 'commit' })))
  for (const tab of tabs) await expect(tab.getByText(`Hola, ${person.firstName}.`)).toBeVisible({ timeout: 60_000 })

  expect(refreshes.length).toBeGreaterThan(0)
  expect(refreshes.filter((status) => status !== 200)).toEqual([])
  // Whichever refresh came last, the stored session still opens the account.
  await letSessionAge(first, { hours: 1 })
  await first.reload()
  await expect(first.getByText(`Hola, ${person.firstName}.`)).toBeVisible()
  await context.close()
})

// In `npm test`: the tabs above, which refresh simultaneously.
test('a laptop that wakes up after eight hours is still signed in', { tag: '@storm' }, async ({
  page,
  context,
  patient,
}) => {
  await page.goto('/login')
  await signIn(page, patient)
  await expect(page.getByText(`Hola, ${patient.firstName}.`)).toBeVisible()
  await page.goto('/centers')
  await letSessionAge(page, { hours: 7 })
  const refreshes = refreshesOf(context)
  await page.goto('/dashboard')
  await expect(page.getByText(`Hola, ${patient.firstName}.`)).toBeVisible()
  expect(refreshes).toEqual([200])
})

// In `npm test`: accounts.spec.ts, with two tabs.
test('signing out in one of several tabs closes the account in all of them', { tag: '@storm' }, async ({
  page,
  context,
  patient,
}) => {
  await page.goto('/login')
  await signIn(page, patient)
  await expect(page.getByText(`Hola, ${patient.firstName}.`)).toBeVisible()
  const others = await Promise.all([context.newPage(), context.newPage()])
  for (const other of others) {
    await other.goto('/dashboard')
    await expect(other.getByText(`Hola, ${patient.firstName}.`)).toBeVisible()
  }
  await page.getByRole('button', { name: /^Tu cuenta/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  for (const other of others) await expect(other).toHaveURL(/\/login/)
})
