import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'

import { whenInteractive } from './fixtures.ts'
import { type Person, signIn } from './person.ts'

const stepMs = 30_000

/** The code of the phone's app. The server also accepts the steps before and after, for a clock that is slightly off. */
export function codeOf(secret: string, step: -1 | 0 | 1 = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + step * stepMs })
}

/**
 * Adds a first device in the open Seguridad section. @returns its secret. Each code works once, and none before the last
 * used one: this uses the code of the previous step, so that those of this step and the next are left. */
export async function activateSecondFactor(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Activar segundo factor' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  const secret = await readSecret(page)
  await untilEarlyInStep()
  await dialog.getByLabel('Código', { exact: true }).fill(codeOf(secret, -1))
  await dialog.getByRole('button', { name: 'Activar', exact: true }).click()
  await expect(dialog).toBeHidden()
  return secret
}

/** The secret for a user who can't scan the QR code. */
export async function readSecret(page: Page): Promise<string> {
  const shown = page.getByRole('dialog').getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/)
  const byHand = page.getByText('¿No puedes escanear?')
  await expect(byHand).toBeVisible()
  if (await shown.isHidden()) await byHand.click()
  return ((await shown.textContent()) ?? '').replaceAll(' ', '')
}

/** Waits until there is time left to use the code of the previous step. */
export async function untilEarlyInStep(): Promise<void> {
  const left = stepMs - (Date.now() % stepMs)
  if (left < 10_000) await sleep(left)
}

/** The page on which a user enters the code after signing in. */
export const codeHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Escribe tu código' })
export const codeField = (page: Page) => page.getByLabel('Código', { exact: true })

export async function verifyCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await page.getByRole('button', { name: 'Continuar' }).click()
}

export async function signInAt(page: Page, person: Person, next: string): Promise<void> {
  await page.goto(`/login?${new URLSearchParams({ next })}`)
  await whenInteractive(page)
  await signIn(page, person)
}
