import { expect, type Page } from '@playwright/test'

import { expectAccessible, messageOn, test } from './fixtures.ts'
import { newCenter } from './new-center.ts'
import {
  acceptBoth,
  expectStep,
  fillAccess,
  fillCenter,
  fillPersonal,
  fillServices,
  fillToLast,
  next,
  openWizard,
  previous,
  route,
  submit,
  titles,
} from './register-center-page.ts'

/** Expects the message in a toast, with its title, and beside the field. */
async function expectRefused(
  page: Page,
  { title, text, beside }: { title: string; text: string; beside?: string },
): Promise<void> {
  await next(page).click()
  await expect(messageOn(page, `${title}${text}`).or(messageOn(page, title).filter({ hasText: text }))).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText(beside ?? text)
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
}

// In `npm test`: center-wizard.test.tsx of web/features/centers/registration tells each field and its step.
test('each step shows what is missing, beside the field and in a toast', { tag: '@storm' }, async ({ page }) => {
  test.slow()
  const center = newCenter()
  await openWizard(page)

  await test.step('access', async () => {
    await expectRefused(page, { title: 'Faltan datos', text: 'Por favor completa todos los campos de acceso.' })
    await fillAccess(page, { ...center, email: 'lucia@centro' })
    await expect(page.getByText('Ingresa un correo electrónico válido')).toBeVisible()
    await expectRefused(page, {
      title: 'Email inválido',
      text: 'Por favor ingresa un correo electrónico válido.',
      beside: 'Ingresa un correo electrónico válido',
    })
    await fillAccess(page, { ...center, password: 'Camino2026' })
    await expect(page.getByRole('list', { name: 'Requisitos de la contraseña' }).getByText('(falta)')).toHaveCount(1)
    await expectRefused(page, {
      title: 'Contraseña poco segura',
      text: 'La contraseña debe tener mínimo 8 caracteres, una mayúscula, un número y un símbolo.',
    })
    await fillAccess(page, center)
    await page.getByLabel(/^Confirma la contraseña/).fill('Camino-2027!')
    await expectRefused(page, {
      title: 'Contraseñas distintas',
      text: 'Las contraseñas ingresadas no coinciden.',
      beside: 'Las contraseñas no coinciden',
    })
    await fillAccess(page, center)
    await next(page).click()
  })

  await test.step('person', async () => {
    await expectStep(page, 2, titles[1] ?? '')
    const text = 'Por favor completa el nombre completo y las especialidades'
    await expectRefused(page, { title: 'Faltan datos', text })
    await fillPersonal(page, { ...center, fullName: ' L ' })
    await expectRefused(page, { title: 'Dato no válido', text: 'El nombre debe tener al menos 2 caracteres' })
    await fillPersonal(page, center)
    await next(page).click()
  })

  await test.step('centre', async () => {
    await expectStep(page, 3, titles[2] ?? '')
    const text = 'Por favor completa la dirección y teléfono de contacto'
    await expectRefused(page, { title: 'Faltan datos', text })
    await fillCenter(page, center)
    await page.getByLabel('Teléfono de contacto').fill('2900 12')
    await page.getByLabel('Correo alternativo').fill('lucia')
    await expectRefused(page, { title: 'Dato no válido', text: 'Por favor ingresa un número de teléfono válido' })
    await fillCenter(page, center)
    await expectRefused(page, { title: 'Dato no válido', text: 'Por favor ingresa un correo alternativo válido' })
    await page.getByLabel('Correo alternativo').fill('')
    await next(page).click()
  })

  await test.step('availability', async () => {
    await expectStep(page, 4, titles[3] ?? '')
    const text = 'Por favor selecciona al menos una modalidad de atención'
    await expectRefused(page, { title: 'Faltan datos', text })
    await page.getByRole('checkbox', { name: 'Mixta' }).check()
    await page.getByLabel('Duración de la sesión').fill('')
    await expectRefused(page, { title: 'Faltan datos', text: 'Por favor ingresa una duración de sesión válida' })
    // What is missing is named before what is invalid.
    await page.getByLabel('Duración de la sesión').fill('301')
    const platform = 'Por favor especifica la plataforma para videollamadas'
    await expectRefused(page, { title: 'Faltan datos', text: platform })
    await page.getByLabel('Plataforma para videollamadas').fill('Zoom')
    const range = 'La duración de sesión debe ser un número entre 15 y 300 minutos'
    await expectRefused(page, { title: 'Dato no válido', text: range })
    await page.getByLabel('Duración de la sesión').fill('60')
    await page.getByLabel('Jueves, desde').fill('18')
    await page.getByLabel('Jueves, hasta').fill('9')
    await expectRefused(page, { title: 'Dato no válido', text: 'Tiene que terminar después de empezar' })
    await page.getByLabel('Jueves, hasta').fill('temprano')
    await expectRefused(page, { title: 'Dato no válido', text: 'Escribe la hora como 09:30' })
    await page.getByLabel('Jueves, hasta').fill('20.30')
    await next(page).click()
  })

  await test.step('services', async () => {
    await expectStep(page, 5, titles[4] ?? '')
    await expectRefused(page, { title: 'Faltan datos', text: 'Por favor describe los servicios que ofreces' })
    await page.getByLabel('Servicios que ofreces').fill('Hago de todo.')
    const short = 'La descripción de servicios debe ser más detallada (mínimo 20 caracteres)'
    await expectRefused(page, { title: 'Dato no válido', text: short })
    await fillServices(page)
    await page.getByRole('button', { name: 'Agregar un servicio con precio' }).click()
    await expectRefused(page, { title: 'Faltan datos', text: 'Elige el tipo de servicio' })
    await expect(page.getByText('Escribe el precio en pesos, por ejemplo 1.250')).toBeVisible()
    await page.getByRole('button', { name: 'Quitar el servicio 1' }).click()
    await expect(page.getByRole('button', { name: 'Agregar un servicio con precio' })).toBeFocused()
    await next(page).click()
  })

  await test.step('terms', async () => {
    await expectStep(page, 6, titles[5] ?? '')
    await submit(page).click({ force: true })
    await expect(messageOn(page, 'Debes aceptar los términos y condiciones y la política de privacidad')).toBeVisible()
    const second = 'Para finalizar, debes aceptar los términos y la política de privacidad.'
    await expect(messageOn(page, second)).toBeVisible()
    await expectAccessible(page)
    await previous(page).click()
    await expectStep(page, 5, titles[4] ?? '')
  })

  await test.step('no step of the address', async () => {
    await page.goto('/register-center?paso=9')
    await expect(page.getByText('Error: Paso inválido')).toBeVisible()
    await expect(page.getByText('Por favor recarga la página')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Recargar la página' }).click()
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(center.email)
  })
})

test('a click right after a time is validated still counts', async ({ page }) => {
  const center = newCenter()
  await openWizard(page)
  await fillAccess(page, center)
  await next(page).click()
  await fillPersonal(page, center)
  await next(page).click()
  await fillCenter(page, center)
  await next(page).click()
  await expectStep(page, 4, titles[3] ?? '')
  await next(page).click()
  await expect(
    page.getByRole('main').getByText('Por favor selecciona al menos una modalidad de atención').first(),
  ).toBeVisible()
  await page.getByLabel('Lunes, desde').fill('18')
  await page.getByLabel('Lunes, hasta').fill('9')
  await page.getByLabel('Martes, desde').fill('25:99')
  await page.getByLabel('Miércoles, desde').fill('9')
  const online = page.getByRole('checkbox', { name: 'Online' })
  // Without waiting for a stable layout, as a finger clicks.
  await online.scrollIntoViewIfNeeded()
  const box = await online.boundingBox()
  await page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  await expect(online).toBeChecked()
})

// In `npm test`: registration-error.test.ts of web/features/centers/registration opens its step.
test('a field that the server refuses is corrected on its own screen', { tag: '@storm' }, async ({ page }) => {
  const center = newCenter()
  await openWizard(page)
  await fillToLast(page, center)
  await acceptBoth(page)
  await page.route(route, (request) =>
    request.fulfill({
      status: 422,
      json: {
        defined: true,
        code: 'request.invalid',
        status: 422,
        message: 'Hay datos que no podemos aceptar. Revísalos y vuelve a intentarlo.',
        data: { fields: [{ path: 'form.centerInfo.address', message: 'Esa dirección no se puede leer' }] },
        requestId: 'r',
      },
    }),
  )
  await submit(page).click()
  await expect(page.getByText('Paso 3 de 6')).toBeVisible()
  await expect(page.getByLabel('Dirección')).toBeFocused()
  // The toast repeats the field's message for a few seconds.
  const field = page.getByLabel('Dirección')
  await expect(field).toHaveAccessibleDescription(/Esa dirección no se puede leer/)
  await field.fill('Benito Blanco 1020')
  await expect(field).not.toHaveAccessibleDescription(/Esa dirección no se puede leer/)
})
