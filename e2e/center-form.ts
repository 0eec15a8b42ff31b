import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

export type NewCenter = { email: string; password: string; fullName: string; centerName: string }

/** A centre that the server doesn't know yet. */
export function newCenter(): NewCenter {
  return {
    email: `centro-${randomUUID()}@example.com`,
    password: 'Camino-2026!',
    fullName: 'Lucía Bentancor',
    centerName: `Centro Arroyo ${randomUUID().slice(0, 6)}`,
  }
}

export const next = (page: Page) => page.getByRole('button', { name: 'Siguiente' })
export const previous = (page: Page) => page.getByRole('button', { name: 'Anterior' })
export const submit = (page: Page) => page.getByRole('button', { name: 'Registrar centro' })

export async function expectStep(page: Page, step: number, title: string): Promise<void> {
  await expect(page.getByText(`Paso ${step} de 6`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused()
}

export async function fillAccess(page: Page, center: Pick<NewCenter, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(center.email)
  await page.getByLabel(/^Contraseña/).fill(center.password)
  await page.getByLabel(/^Confirma la contraseña/).fill(center.password)
}

export async function fillPersonal(page: Page, center: NewCenter): Promise<void> {
  await page.getByLabel('Nombre completo').fill(center.fullName)
  await page.getByLabel('Especialidades').fill('Psicoterapia, Terapia de pareja')
}

export async function fillCenter(page: Page, center: NewCenter): Promise<void> {
  await page.getByLabel('Nombre del centro').fill(center.centerName)
  await page.getByLabel('Dirección').fill('Benito Blanco 1020, apto. 3')
  await page.getByLabel('Departamento').selectOption('Montevideo')
  await page.getByLabel('Barrio o ciudad').fill('Pocitos')
  await page.getByLabel('Teléfono de contacto').fill('+598 90 123 456')
}

export async function fillAvailability(page: Page): Promise<void> {
  await page.getByLabel('Lunes, desde').fill('9')
  await page.getByLabel('Lunes, hasta').fill('1830')
  await page.getByRole('checkbox', { name: 'Presencial' }).check()
}

export const description = 'Acompañamos a personas adultas y parejas, con entrevistas semanales.'

export async function fillServices(page: Page): Promise<void> {
  await page.getByLabel('Servicios que ofreces').fill(description)
}

/** From the first screen to the last, with what is required. `onStep` looks at each before it is left. */
export async function fillToLast(
  page: Page,
  center: NewCenter,
  onStep: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await fillAccess(page, center)
  await onStep()
  await next(page).click()
  await expectStep(page, 2, 'Información personal profesional')
  await fillPersonal(page, center)
  await onStep()
  await next(page).click()
  await expectStep(page, 3, 'Información del centro')
  await fillCenter(page, center)
  await onStep()
  await next(page).click()
  await expectStep(page, 4, 'Disponibilidad y reservas')
  await fillAvailability(page)
  await onStep()
  await next(page).click()
  await expectStep(page, 5, 'Servicios ofrecidos')
  await fillServices(page)
  await onStep()
  await next(page).click()
  await expectStep(page, 6, 'Validación y términos')
}

export async function acceptBoth(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /términos y condiciones/ }).check()
  await page.getByRole('checkbox', { name: /política de privacidad/ }).check()
}
