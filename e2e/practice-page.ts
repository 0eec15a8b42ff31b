import { expect, type Locator, type Page } from '@playwright/test'

import { registerCenter } from './by-api.ts'
import type { NewCenter } from './center-form.ts'

/** A centre that has just joined; its owner stands on the dashboard. */
export async function openNewCenter(page: Page): Promise<NewCenter> {
  const center = await registerCenter(page)
  await page.goto('/center/dashboard')
  return center
}

export async function openPracticeSection(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Secciones de tu centro' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeFocused()
}

/** What a toast says. */
export function said(page: Page, text: string): Locator {
  return page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: text }).first()
}

/** Esc closes the open dialog, and whoever opened it goes on from where they were. */
export async function expectEscape(page: Page, from: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(from).toBeFocused()
}

/** Nothing is wider than the page. A phone's `innerWidth` grows with what is. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const widths = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(widths.scrollWidth, `width of ${page.url()}`).toBeLessThanOrEqual(widths.clientWidth)
}
