import { expect, type Page } from '@playwright/test'

import { stormSize } from '#server/testing/storm.ts'
import { registerPatient, signInByApi } from './by-api.ts'
import { expectAccessible, expectNoOverflow, test, withoutLiveStream } from './fixtures.ts'
import { watchShifts } from './layout-shifts.ts'
import { newPerson, signIn } from './person.ts'

/** Only what the server renders must not move; the data of a private page has skeletons. */
const isWhole = stormSize({ short: 0, long: 1 }) === 1
const publicPages = isWhole ? ['/', '/centers', '/faq'] : ['/centers']
const privatePages = isWhole ? ['/reset-password', '/dashboard', '/account?seccion=eliminar'] : ['/dashboard']

const noticeOf = (page: Page) => page.getByRole('status').filter({ hasText: 'Confirma tu correo' })
const topOfMain = (page: Page) => page.getByRole('main').evaluate((main) => main.getBoundingClientRect().top)

/** Waits for the work after the load, and a moment longer. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Tu cuenta/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

test('on every page, the notice about the e-mail address has its space before it loads', {
  tag: '@desktop-in-storm',
}, async ({ page }) => {
  await withoutLiveStream(page)
  await registerPatient(page, newPerson())
  await watchShifts(page)
  for (const path of [...publicPages, ...privatePages]) {
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.querySelector('main') !== null)
    const before = await topOfMain(page)
    await expect(noticeOf(page)).toBeVisible()
    await settle(page)
    expect(await topOfMain(page), path).toBe(before)
    // The account corner in the header gets narrower when it shows the account.
    const shifts = await page.evaluate(() => window.shifts.filter(({ by }) => by > 0.005))
    if (publicPages.includes(path)) expect(shifts, path).toEqual([])
    await expectNoOverflow(page)
  }
  // The bar of a phone covers what is at the end of the window.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expectAccessible(page)
})

// In `npm test`: notice-space.test.ts of web/features/shell.
test('a user with a verified address sees no notice, and no page reserves space for it', { tag: '@storm' }, async ({
  page,
}) => {
  await withoutLiveStream(page)
  await signInByApi(page, { email: 'paciente@demo.uy', password: 'Senda-2026!' })
  await watchShifts(page)
  for (const path of ['/', '/centers', '/dashboard']) {
    await page.goto(path)
    await settle(page)
    await expect(noticeOf(page)).toBeHidden()
    const header = await page.getByRole('banner').evaluate((element) => element.getBoundingClientRect().bottom)
    expect(await topOfMain(page)).toBe(header)
  }
})

test('the notice appears with the page after signing in, and disappears when the patient closes it', async ({
  page,
}) => {
  const person = newPerson()
  await registerPatient(page, person)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?next=%2Ffaq')
  const before = await topOfMain(page)
  await signIn(page, person)
  await expect(page).toHaveURL('/faq')
  await expect(noticeOf(page)).toContainText(person.email)
  await noticeOf(page).getByRole('button', { name: 'Reenviar correo' }).click()
  await expect(page.getByText(/^Ya enviamos un correo|^Búscalo en/)).toBeVisible()
  await noticeOf(page).getByRole('button', { name: 'Cerrar aviso' }).click()
  await expect(noticeOf(page)).toBeHidden()
  expect(await topOfMain(page)).toBe(before)
  await page.reload()
  await expect(noticeOf(page)).toBeVisible()
})
