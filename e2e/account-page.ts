import { expect, type Locator, type Page } from '@playwright/test'

import { registerPatient } from './by-api.ts'
import type { Person } from './person.ts'

/** Registers a new patient, signs in, and opens a section of Mi Cuenta. */
export async function enterAs(page: Page, person: Person, section = 'seguridad'): Promise<void> {
  await registerPatient(page, person)
  await page.goto(`/account?seccion=${section}`)
}

/** Opens a section from another one: beside it on a wide screen, through the list on a phone. */
export async function openSection(page: Page, name: string): Promise<void> {
  const back = page.getByRole('main').getByRole('link', { name: 'Mi Cuenta', exact: true })
  if (await back.isVisible()) await back.click()
  await page.getByRole('navigation', { name: 'Secciones de tu cuenta' }).getByRole('link', { name }).click()
  await expect(sectionHeading(page, name)).toBeFocused()
}

export function sectionHeading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 2, name })
}
