import { expect, type Locator, type Page } from '@playwright/test'

import { registerCenter } from './by-api.ts'
import type { NewCenter } from './new-center.ts'

/** Registers a centre and opens the dashboard as its owner. */
export async function openNewCenter(page: Page): Promise<NewCenter> {
  const center = await registerCenter(page)
  await page.goto('/center/dashboard')
  return center
}

/** Opens a section from the navigation; on a phone, where most are in a sheet. */
export async function openPracticeSection(page: Page, name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Secciones de tu centro' })
  const link = sections.getByRole('link', { name })
  const more = sections.getByRole('button', { name: /^Más/ })
  await expect(link.or(more).first()).toBeVisible()
  if (await link.isVisible()) await link.click()
  else {
    await more.click()
    await page.getByRole('dialog', { name: 'Más' }).getByRole('link', { name }).click()
  }
  await expect(page.getByRole('heading', { level: 2, name })).toBeFocused()
}

/** Esc closes the open dialog and returns the focus to where it was. */
export async function expectEscape(page: Page, from: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(from).toBeFocused()
}
