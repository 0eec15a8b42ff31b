import { expect, type Locator, type Page } from '@playwright/test'

import { acceptBoth, fillToLast, type NewCenter, newCenter, submit } from './center-form.ts'
import { whenInteractive } from './fixtures.ts'

/** Registers a centre through the screens; its owner stands on the dashboard afterwards. */
export async function registerCenter(page: Page): Promise<NewCenter> {
  const center = newCenter()
  await page.goto('/register-center')
  await whenInteractive(page)
  await fillToLast(page, center)
  await acceptBoth(page)
  await page.getByRole('checkbox', { name: 'Quiero que mi perfil sea público.' }).check()
  await submit(page).click()
  await expect(page).toHaveURL(/\/center\/dashboard/)
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
