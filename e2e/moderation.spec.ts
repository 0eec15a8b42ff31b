import { expect, type Page } from '@playwright/test'

import { stormSize } from '#server/testing/storm.ts'
import { registerPatient, sessionKey, signInByApi } from './by-api.ts'
import { expectAccessible, expectNoOverflow, test } from './fixtures.ts'
import { newPerson } from './person.ts'

const moderator = { email: 'moderador@demo.uy', password: 'Senda-2026!' }
const rows = stormSize({ short: 10, long: 60 })
/** The limit of one reader in a day. */
const reportsPerReader = 20

// In `npm test`: queue-section.test.tsx of web/features/admin/moderation, and web/screens/admin-centers.test.tsx with 60 rows.
test(`a moderator clears a queue of ${rows} reports by keyboard alone, without loading a page between two rows`, {
  tag: '@storm',
}, async ({ page, visitor }) => {
  test.setTimeout(180_000)
  await signInByApi(page, moderator)
  const reviewIds = await listReviews(page)
  for (let first = 0; first < rows; first += reportsPerReader) {
    const reader = await visitor()
    await registerPatient(reader, newPerson())
    const headers = await authorization(reader)
    for (const reviewId of reviewIds.slice(first, first + reportsPerReader)) {
      const url = `/api/v1/reviews/${reviewId}/report`
      const response = await reader.request.post(url, { headers, data: { reason: 'Insulta a quien atiende.' } })
      expect(response.status(), await response.text()).toBe(200)
    }
  }

  const waiting = await readQueue(page, 'reported')
  expect(waiting.length).toBeGreaterThanOrEqual(rows)

  await page.goto('/admin/dashboard?seccion=moderacion')
  const queue = page.getByRole('region', { name: 'Opiniones' })
  await expect(queue.getByRole('listitem').nth(rows - 1)).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded.push(request.url())
  })
  const dialog = page.getByRole('dialog', { name: 'Aprobar la opinión' })
  for (let row = 0; row < rows; row++) {
    const before = await queue.locator('[aria-current]').getAttribute('aria-label')
    await page.keyboard.press('a')
    await expect(dialog, `row ${row}`).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Aprobar' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    if (row === rows - 1) break
    // The focus is on another row, ready for the next key.
    await expect(queue.locator('[aria-current]:focus')).toBeVisible()
    expect(await queue.locator('[aria-current]').count(), before ?? '').toBe(1)
  }
  expect(loaded).toEqual([])
  // The oldest reports come first: those of the demonstration are among them.
  expect(await readQueue(page, 'reported')).toEqual(waiting.slice(rows))
})

async function authorization(page: Page): Promise<{ authorization: string }> {
  const text = await page.evaluate((key) => localStorage.getItem(key), sessionKey)
  const { access_token: token } = JSON.parse(text ?? '{}') as { access_token: string }
  return { authorization: `Bearer ${token}` }
}

/** As many published reviews as there are rows. */
async function listReviews(page: Page): Promise<string[]> {
  return (await readQueue(page, 'reviews')).slice(0, rows)
}

async function readQueue(page: Page, view: 'reviews' | 'reported'): Promise<string[]> {
  const headers = await authorization(page)
  const response = await page.request.get(`/api/v1/staff/reports?view=${view}&limit=100`, { headers })
  const { items } = (await response.json()) as { items: { id: string }[] }
  return items.map(({ id }) => id)
}
