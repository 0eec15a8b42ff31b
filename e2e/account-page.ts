import type { Locator, Page } from '@playwright/test'

import { registerPatient } from './by-api.ts'
import type { Person } from './person.ts'

/** Registers a new patient, signs in, and opens a section of Mi Cuenta. */
export async function enterAs(page: Page, person: Person, section = 'seguridad'): Promise<void> {
  await registerPatient(page, person)
  await page.goto(`/account?seccion=${section}`)
}

export function sectionHeading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 2, name })
}
