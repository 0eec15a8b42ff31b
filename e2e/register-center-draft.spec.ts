import { expect } from '@playwright/test'

import { stormSize } from '#server/testing/storm.ts'
import { expectAccessible, messageOn, test } from './fixtures.ts'
import { newCenter } from './new-center.ts'
import {
  acceptBoth,
  certification,
  choosePicture,
  expectStep,
  fillAccess,
  fillAvailability,
  fillCenter,
  fillPersonal,
  fillServices,
  fillToLast,
  inputOf,
  next,
  openWizard,
  picture,
  previous,
  route,
  submit,
  titles,
} from './register-center-page.ts'

test('a reload keeps typed text and the step, but not the password and files', async ({ page }) => {
  const center = newCenter()
  await openWizard(page)
  await fillAccess(page, center)
  await next(page).click()
  await fillPersonal(page, center)
  await choosePicture(page, { label: 'Foto profesional', noun: 'foto', file: await picture() })
  await next(page).click()
  await expectStep(page, 3, titles[2] ?? '')
  await fillCenter(page, center)
  await page.goBack()
  await expect(page.getByLabel('Nombre completo')).toHaveValue(center.fullName)
  await page.goForward()
  await expect(page.getByLabel('Departamento')).toHaveValue('Montevideo')

  await page.reload()
  await expect(page).toHaveURL('/register-center?paso=3')
  await expect(page.getByText('Paso 3 de 6')).toBeVisible()
  const draft = (await page.evaluate(() => localStorage.getItem('senda.draft.register-center'))) ?? ''
  expect(draft).toContain(center.fullName)
  // Only the name of the photo remains.
  expect(draft).toContain('foto.jpg')
  expect(draft).not.toMatch(/password|data:|base64/i)
  expect(draft).not.toContain(center.password)
  await expect(page.getByText('queda en este navegador hasta 7 días después de tu último cambio')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByLabel('Departamento')).toHaveValue('Montevideo')
  await expect(page.getByLabel('Barrio o ciudad')).toHaveValue('Pocitos')
  if (!stormSize({ short: 0, long: 1 })) return
  // In `npm test`: center-wizard.test.tsx of web/features/centers/registration.
  await next(page).click()
  await fillAvailability(page)
  await next(page).click()
  await fillServices(page)
  await next(page).click()
  await expect(page.getByRole('main')).toContainText('Sin foto: vuelve a elegir «foto.jpg»')

  // The wizard requires the password once everything else is complete.
  await acceptBoth(page)
  await submit(page).click()
  await expect(page.getByText('Paso 1 de 6')).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(center.email)
  await expect(page.getByLabel(/^Contraseña/)).toHaveValue('')
  await expect(page.getByText('No guardamos la contraseña que escribiste: vuelve a escribirla.')).toBeVisible()
  await fillAccess(page, center)
  await next(page).click()
  // The photo has to be selected again, so the wizard goes there first.
  await expectStep(page, 2, titles[1] ?? '')
  await expect(page.getByText('Vuelve a elegir «foto.jpg»')).toBeVisible()
})

// In `npm test`: center-draft.test.ts of web/features/centers/registration; register-draft.spec.ts has two tabs.
test('another tab continues with the draft, and deleting it leaves nothing on the device', { tag: '@storm' }, async ({
  page,
  context,
}) => {
  const center = newCenter()
  await openWizard(page)
  await fillAccess(page, center)
  await next(page).click()
  await fillPersonal(page, center)
  const other = await context.newPage()
  await other.goto('/register-center?paso=2')
  await expect(other.getByLabel('Nombre completo')).toHaveValue(center.fullName)
  await other.getByRole('button', { name: 'Borrar borrador' }).click()
  await expect(other.getByText('Paso 1 de 6')).toBeVisible()
  await expect(other.getByLabel('Correo electrónico')).toHaveValue('')
  expect(await other.evaluate(() => localStorage.getItem('senda.draft.register-center'))).toBeNull()
})

// In `npm test`: center-wizard.test.tsx and center-draft.test.ts of web/features/centers/registration.
test('a reload on the last screen keeps choices and step', { tag: '@storm' }, async ({ page }) => {
  test.slow()
  const center = newCenter()
  await openWizard(page)
  await fillToLast(page, center)
  await previous(page).click()
  await page.getByRole('button', { name: 'Agregar un servicio con precio' }).click()
  await page.getByLabel('Tipo de servicio').selectOption({ index: 2 })
  await page.getByLabel('Precio en pesos').fill('1.250')
  await previous(page).click()
  await page.getByRole('checkbox', { name: 'Mixta' }).check()
  await page.getByLabel('Plataforma para videollamadas').fill('Zoom')
  await page.getByLabel('Duración de la sesión').fill('45')
  await next(page).click()
  await next(page).click()
  await expectStep(page, 6, titles[5] ?? '')
  await acceptBoth(page)
  const summary = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Zoom' })
  await expect(summary).toContainText('45 minutos')

  await page.reload()
  await expect(page.getByText('Paso 6 de 6')).toBeVisible()
  for (const text of ['Lunes, 09:00–18:30', 'Presencial, Mixta', '45 minutos'])
    await expect(summary).toContainText(text)
  await expect(page.getByRole('main')).toContainText('1.250, 60 min')
  await expect(page.getByRole('checkbox', { name: /términos y condiciones/ })).toBeChecked()
})

// In `npm test`: registration-error.test.ts and center-wizard.test.tsx of web/features/centers/registration.
test('when the address is taken, everything else is kept, even the files', { tag: '@storm' }, async ({
  page,
  patient,
}) => {
  test.slow()
  const center = newCenter()
  await openWizard(page)
  await fillToLast(page, { ...center, email: patient.email })
  await previous(page).click()
  await inputOf(page, 'Certificaciones').setInputFiles(certification)
  await next(page).click()
  await acceptBoth(page)
  await submit(page).click()

  const taken = 'Ese correo ya tiene una cuenta. Inicia sesión, o usa otro correo: lo demás queda como está.'
  await expect(page.getByText('Paso 1 de 6')).toBeVisible()
  await expect(messageOn(page, 'Error en el registro').filter({ hasText: taken })).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toBeFocused()
  await expect(page.getByRole('main').getByText(taken).first()).toBeVisible()
  await expectAccessible(page)
  const save = page.getByRole('button', { name: 'Guardar' })
  await save.click()
  await expect(page.getByText('Paso 1 de 6')).toBeVisible()

  await page.getByLabel('Correo electrónico').fill(center.email)
  await expect(page.getByText(taken)).toBeHidden()
  await save.click()
  await expect(page.getByText('Paso 6 de 6')).toBeVisible()
  await expect(page.getByRole('heading', { name: titles[0] ?? '' })).toBeFocused()
  await expect(page.getByText('Documento listo para enviar')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /términos y condiciones/ })).toBeChecked()
  await submit(page).click()
  await expect(page).toHaveURL(/\/center\/dashboard/)
})

test('a lost connection loses no input, and a request that arrived anyway is recognised', async ({ page }) => {
  test.slow()
  const center = newCenter()
  await openWizard(page)
  await fillToLast(page, center)
  await acceptBoth(page)

  await page.route(route, (request) => request.abort('connectionfailed'))
  await submit(page).click()
  await expect(messageOn(page, 'Error en el registro')).toContainText('No pudimos conectarnos')
  await expect(page.getByRole('main').getByRole('alert').first()).toContainText(
    'No se perdió nada de lo que escribiste.',
  )
  await expectAccessible(page)

  // The server accepts the request but the response is lost: the retry must not report the address as taken.
  await page.unroute(route)
  await page.route(route, async (request) => {
    await request.fetch()
    await request.abort('connectionreset')
  })
  // The message of the first attempt may still be visible, so only the lost response shows that the second one is over.
  const responseLost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/v1/centers'))
  await submit(page).click()
  await responseLost
  await expect(submit(page)).toBeEnabled()
  await page.unroute(route)
  await submit(page).click()
  await expect(messageOn(page, '¡Registro exitoso!')).toBeVisible()
  await expect(page).toHaveURL(/\/center\/dashboard/)
})
