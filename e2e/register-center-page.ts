import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, whenInteractive } from './fixtures.ts'
import { description, type NewCenter } from './new-center.ts'

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

export async function fillServices(page: Page): Promise<void> {
  await page.getByLabel('Servicios que ofreces').fill(description)
}

/** Completes every screen with the required fields. `onStep` runs on each before the next. */
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

/** The titles of the six screens. */
export const titles = [
  'Datos de acceso',
  'Información personal profesional',
  'Información del centro',
  'Disponibilidad y reservas',
  'Servicios ofrecidos',
  'Validación y términos',
]
/** The URL of the registration request. */
export const route = '**/api/v1/centers'
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
export const certification = { name: 'título.pdf', mimeType: 'application/pdf', buffer: pdf }

export async function openWizard(page: Page): Promise<void> {
  await page.goto('/register-center')
  await whenInteractive(page)
}

export async function picture(): Promise<Buffer> {
  return await sharp({ create: { width: 900, height: 500, channels: 3, background: '#3a7d5c' } })
    .jpeg()
    .toBuffer()
}

export const inputOf = (page: Page, label: string) =>
  page.getByRole('group', { name: label }).locator('input[type=file]:not([capture])')

/** `file`: a JPEG, or the path of one. */
export async function choosePicture(
  page: Page,
  { file, label, noun }: { label: string; noun: string; file: Buffer | string },
): Promise<void> {
  const content = typeof file === 'string' ? file : { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: file }
  await inputOf(page, label).setInputFiles(content)
  const dialog = page.getByRole('dialog', { name: `Encuadra tu ${noun}` })
  await expect(dialog.getByRole('application')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Usar ${noun}` }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('img', { name: `Tu ${noun}` })).toBeVisible()
}
