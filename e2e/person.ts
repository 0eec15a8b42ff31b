import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

export type Person = {
  firstName: string
  lastName: string
  email: string
  password: string
  phone: string
  address: string
}

/** The data of a patient who is not registered yet. */
export function newPerson(): Person {
  return {
    firstName: 'Emilia',
    lastName: 'Bentancor',
    email: `emilia-${randomUUID()}@example.com`,
    password: 'camino-de-prueba',
    phone: '+598 90 123 456',
    // The booking requires it when a professional only makes home visits.
    address: 'Benito Blanco 1020, Pocitos',
  }
}

/** Completes the three steps of /register. `onStep` runs on each before it is sent. */
export async function register(
  page: Page,
  person: Person,
  onStep: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await page.getByLabel('Nombre').fill(person.firstName)
  await page.getByLabel('Apellido').fill(person.lastName)
  await onStep()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByLabel(/^Contraseña/).fill(person.password)
  await onStep()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByLabel('Teléfono').fill(person.phone)
  await page.getByLabel('Dirección').fill(person.address)
  await page.getByRole('checkbox', { name: /acepto los términos/ }).check()
  await onStep()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
}

/** Fills in and sends the form of /login, which is open. */
export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel(/^Contraseña/).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}
