import { expect, type Page } from '@playwright/test'

import { enter, registerPatient } from './by-api.ts'
import { expectAccessible, expectNoOverflow, test } from './fixtures.ts'
import { newPerson, signIn } from './person.ts'

/** What the server renders stays where it is; what a private page loads has its own skeletons. */
const publicPages = ['/', '/centers', '/faq']
const privatePages = ['/reset-password', '/dashboard', '/account?seccion=eliminar']

declare global {
  interface Window {
    shifts: { by: number; what: string[] }[]
  }
}

/** Records what moves on the page without the visitor's doing. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
      })[]) {
        if (entry.hadRecentInput) continue
        const what = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName}.${node?.className} ${previousRect.top}→${currentRect.top}`,
        )
        window.shifts.push({ by: entry.value, what })
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })
}

const noticeOf = (page: Page) => page.getByRole('status').filter({ hasText: 'Confirma tu correo' })
const topOfMain = (page: Page) => page.getByRole('main').evaluate((main) => main.getBoundingClientRect().top)

/** What happens after the load, and then a moment more. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Tu cuenta/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

test('the notice about the e-mail address has its place before it arrives, on every page', async ({ page }) => {
  await registerPatient(page, newPerson())
  await watchShifts(page)
  for (const path of [...publicPages, ...privatePages]) {
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.querySelector('main') !== null)
    const before = await topOfMain(page)
    await expect(noticeOf(page)).toBeVisible()
    await settle(page)
    expect(await topOfMain(page), path).toBe(before)
    // The header's corner gets narrower when it shows the account.
    const shifts = await page.evaluate(() => window.shifts.filter(({ by }) => by > 0.005))
    if (publicPages.includes(path)) expect(shifts, path).toEqual([])
    await expectNoOverflow(page)
  }
  await expectAccessible(page)
})

test('a user who proved their address sees no notice, and no page keeps a place for it', async ({ page }) => {
  await enter(page, { email: 'paciente@demo.uy', password: 'Senda-2026!' })
  await watchShifts(page)
  for (const path of ['/', '/centers', '/dashboard']) {
    await page.goto(path)
    await settle(page)
    await expect(noticeOf(page)).toBeHidden()
    const header = await page.getByRole('banner').evaluate((element) => element.getBoundingClientRect().bottom)
    expect(await topOfMain(page)).toBe(header)
  }
})

test('the notice comes with the page that signing in leads to, and goes when the patient closes it', async ({
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
