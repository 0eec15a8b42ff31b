import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

import { whenInteractive } from './fixtures.ts'

export type ProviderName = 'Google' | 'Facebook' | 'Apple'
/**
 * A user with an account at the provider. `hd`: the organisation whose account it is, by default the address's own domain, so
 * that Google proves the address; '': a person of their own, whose address Google once verified.
 */
export type OtherAccount = { name: string; email: string; sub: string; verified?: boolean; hd?: string }

/** A user unknown to both the provider and Senda. */
export function newOtherAccount(input: Partial<OtherAccount> = {}): OtherAccount {
  const id = randomUUID()
  return { name: 'Julia Otormín', email: `julia-${id}@example.com`, sub: `julia-${id}`, ...input }
}

/** Clicks the provider's button on the open page, which leads to the provider's page. */
export async function startOAuth(page: Page, provider: ProviderName): Promise<void> {
  await whenInteractive(page)
  await page.getByRole('button', { name: `Continuar con ${provider}` }).click()
  await expect(page.getByRole('heading', { name: `${provider} de prueba` })).toBeVisible()
}

/** Selects the user on the provider's page. */
export async function choose(page: Page, account: OtherAccount): Promise<void> {
  await page.getByLabel('Correo', { exact: true }).fill(account.email)
  await page.getByLabel('Identificador').fill(account.sub)
  await page.getByLabel('Nombre').fill(account.name)
  await page.getByLabel('Organización').fill(account.hd ?? account.email.replace(/^.*@/, ''))
  await page.getByLabel('Correo verificado').setChecked(account.verified ?? true)
  await page.getByRole('button', { name: 'Seguir con esta cuenta' }).click()
}

/** Signs in through the provider, from the open page. */
export async function continueWith(page: Page, provider: ProviderName, account: OtherAccount): Promise<void> {
  await startOAuth(page, provider)
  await choose(page, account)
}

/** Completes the registration after a first sign-in, as a patient. */
export async function completeAsPatient(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Completa tu registro' })).toBeVisible()
  await page.getByRole('radio', { name: /^Paciente/ }).check()
  await page.getByLabel('Teléfono').fill('+598 90 123 456')
  await page.getByRole('checkbox', { name: /acepto los términos/ }).check()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
}

/** The URL must not keep anything of the redirect, because the user may copy or bookmark it. */
export async function expectCleanAddress(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(path)
  const { search, hash } = new URL(page.url())
  for (const trace of ['code', 'sb_flow_id', 'error', 'access_token']) expect(search + hash).not.toContain(trace)
}
