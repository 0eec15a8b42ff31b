import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

import { whenInteractive } from './fixtures.ts'

export type ProviderName = 'Google' | 'Facebook' | 'Apple'
/** Somebody who has an account there; its e-mail is theirs unless told. */
export type OtherAccount = { name: string; email: string; sub: string; verified?: boolean }

/** Somebody whom neither the provider nor we know yet. */
export function newOtherAccount(input: Partial<OtherAccount> = {}): OtherAccount {
  const id = randomUUID()
  return { name: 'Julia Otormín', email: `julia-${id}@example.com`, sub: `julia-${id}`, ...input }
}

/** Presses the provider's button on the open page; the provider's own page comes next. */
export async function startOAuth(page: Page, provider: ProviderName): Promise<void> {
  await whenInteractive(page)
  await page.getByRole('button', { name: `Continuar con ${provider}` }).click()
  await expect(page.getByRole('heading', { name: `${provider} de prueba` })).toBeVisible()
}

/** Says on the provider's page who comes back. */
export async function choose(page: Page, account: OtherAccount): Promise<void> {
  await page.getByLabel('Correo', { exact: true }).fill(account.email)
  await page.getByLabel('Identificador').fill(account.sub)
  await page.getByLabel('Nombre').fill(account.name)
  await page.getByLabel('Correo verificado').setChecked(account.verified ?? true)
  await page.getByRole('button', { name: 'Seguir con esta cuenta' }).click()
}

/** The whole way there and back, from the page that is open. */
export async function continueWith(page: Page, provider: ProviderName, account: OtherAccount): Promise<void> {
  await startOAuth(page, provider)
  await choose(page, account)
}

/** What is asked the first time, as a patient. */
export async function completeAsPatient(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Completa tu registro' })).toBeVisible()
  await page.getByRole('radio', { name: /^Paciente/ }).check()
  await page.getByLabel('Teléfono').fill('+598 90 123 456')
  await page.getByRole('checkbox', { name: /acepto los términos/ }).check()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
}

/** Nothing of the way back may stay in the address, where it would be copied or bookmarked. */
export async function expectCleanAddress(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(path)
  const { search, hash } = new URL(page.url())
  for (const trace of ['code', 'sb_flow_id', 'error', 'access_token']) expect(search + hash).not.toContain(trace)
}
