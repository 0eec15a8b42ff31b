import { expect } from '@playwright/test'

import { expectAccessible, messageOn, test, whenInteractive } from './fixtures.ts'
import { pressOn, tabTo } from './keyboard.ts'
import { description, newCenter } from './new-center.ts'
import { signIn } from './person.ts'
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
  inputOf,
  next,
  openWizard,
  picture,
  previous,
  submit,
  titles,
} from './register-center-page.ts'

test('both URLs respond with a page that is readable before JavaScript, and one of them is canonical', async ({
  request,
  browser,
  baseURL,
}) => {
  for (const path of ['/register-center', '/centro-de-registro']) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.status()).toBe(200)
    expect(await response.text()).toMatch(/<link rel="canonical" href="[^"]*\/register-center"/)
  }
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto('/centro-de-registro')
  await expect(page.getByRole('heading', { level: 1, name: 'Registra tu centro' })).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Iniciar sesión' })).toBeVisible()
  await context.close()
})

test('a centre registers in six steps with all fields, and sees its dashboard', { tag: '@phone-in-storm' }, async ({
  page,
}) => {
  test.slow()
  const center = newCenter()
  await page.addInitScript(() => localStorage.setItem('senda.welcome-seen', 'true'))
  await page.goto('/')
  await page.getByRole('link', { name: 'Registra tu centro terapéutico' }).click()
  await expect(page).toHaveURL('/register-center')
  await whenInteractive(page)
  await expect(page.getByText('0 % completado')).toBeVisible()
  await expect(previous(page)).toBeDisabled()

  await fillAccess(page, center)
  await expect(page.getByRole('list', { name: 'Requisitos de la contraseña' }).getByText('(falta)')).toHaveCount(0)
  await next(page).click()
  await expectStep(page, 2, titles[1] ?? '')
  await fillPersonal(page, center)
  await choosePicture(page, { label: 'Foto profesional', noun: 'foto', file: await picture() })
  await next(page).click()

  await expectStep(page, 3, titles[2] ?? '')
  await fillCenter(page, center)
  await page.getByLabel('Instagram').fill('@centroarroyo')
  await choosePicture(page, { label: 'Logo', noun: 'logo', file: await picture() })
  await next(page).click()

  await expectStep(page, 4, titles[3] ?? '')
  await fillAvailability(page)
  await page.getByRole('button', { name: 'Copiar el horario del lunes a los demás días' }).click()
  await expect(page.getByText('Copiamos el horario del lunes a los demás días.')).toBeVisible()
  await expect(page.getByLabel('Domingo, hasta')).toHaveValue('18:30')
  await page.getByRole('button', { name: 'No atiendo el domingo' }).click()
  await expect(page.getByLabel('Domingo, hasta')).toHaveValue('')
  await page.getByRole('checkbox', { name: 'Online' }).check()
  await page.getByLabel('Plataforma para videollamadas').fill('Google Meet')
  await page.getByLabel('Duración de la sesión').fill('5o min')
  await expect(page.getByLabel('Duración de la sesión')).toHaveValue('5')
  await page.getByLabel('Duración de la sesión').fill('50')
  await next(page).click()

  await expectStep(page, 5, titles[4] ?? '')
  await fillServices(page)
  await page.getByRole('button', { name: 'Agregar un servicio con precio' }).click()
  await expect(page.getByLabel('Tipo de servicio')).toBeFocused()
  await page.getByLabel('Tipo de servicio').selectOption('psicoterapia')
  await page.getByLabel('Precio en pesos').fill('1.250')
  await inputOf(page, 'Certificaciones').setInputFiles(certification)
  await expect(page.getByText('título.pdf')).toBeVisible()
  await expectAccessible(page)
  await next(page).click()

  await expectStep(page, 6, titles[5] ?? '')
  await expect(page.getByRole('main')).toContainText('Lunes a sábado, 09:00–18:30')
  await expect(page.getByRole('main')).toContainText('Psicoterapia: $ 1.250, 50 min')
  await expect(submit(page)).toBeDisabled()
  await acceptBoth(page)
  await page.getByRole('checkbox', { name: 'Quiero que mi perfil sea público.' }).check()
  await expect(submit(page)).toBeEnabled()
  await expectAccessible(page)

  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/centers')) sent += 1
  })
  await submit(page).dblclick()
  await expect(messageOn(page, '¡Registro exitoso!')).toContainText(
    'Bienvenido! Ahora puedes acceder directamente a tu Dashboard Profesional.',
  )
  await expect(page).toHaveURL(/\/center\/dashboard/)
  expect(sent).toBe(1)
  expect(await page.evaluate(() => localStorage.getItem('senda.draft.register-center'))).toBeNull()

  await page.goto('/register-center')
  await expect(page).toHaveURL(/\/center\/dashboard/)
  await page.goto('/center/thank-you')
  await expect(page).toHaveURL(/\/center\/dashboard/)
  await expect(messageOn(page, 'Te damos la bienvenida a Senda')).toBeVisible()
})

// In `npm test`: the journey above has the focus of each step, and book-by-keyboard.spec.ts the same fields by keyboard alone.
test('a centre registers with the keyboard alone and only the required fields', { tag: '@storm' }, async ({ page }) => {
  test.slow()
  const center = newCenter()
  const type = async (label: string | RegExp, text: string) => {
    await tabTo(page, page.getByLabel(label).first())
    await page.keyboard.type(text)
  }
  await openWizard(page)
  await type('Correo electrónico', center.email)
  await type(/^Contraseña/, center.password)
  await type(/^Confirma la contraseña/, center.password)
  await page.keyboard.press('Enter')
  await expectStep(page, 2, titles[1] ?? '')
  await type('Nombre completo', center.fullName)
  await type('Especialidades', 'Reiki')
  await pressOn(page, next(page))
  await expectStep(page, 3, titles[2] ?? '')
  await type('Dirección', 'Sarandí 500')
  await tabTo(page, page.getByLabel('Departamento'))
  await page.keyboard.type('Salto')
  await type('Teléfono de contacto', '4733 1234')
  await pressOn(page, next(page))
  await expectStep(page, 4, titles[3] ?? '')
  await pressOn(page, page.getByRole('button', { name: 'Usar lunes a sábado, de 9:00 a 13:00 y de 14:00 a 19:00' }))
  await tabTo(page, page.getByRole('checkbox', { name: 'A domicilio' }))
  await page.keyboard.press('Space')
  await pressOn(page, next(page))
  await expectStep(page, 5, titles[4] ?? '')
  await type('Servicios que ofreces', description)
  await pressOn(page, next(page))
  await expectStep(page, 6, titles[5] ?? '')
  await tabTo(page, page.getByRole('checkbox', { name: /términos y condiciones/ }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('checkbox', { name: /política de privacidad/ }))
  await page.keyboard.press('Space')
  await pressOn(page, submit(page))
  await expect(page).toHaveURL(/\/center\/dashboard/)
})

test('a patient is asked to use another account, and signing out deletes the draft', async ({ page, patient }) => {
  await openWizard(page)
  await page.getByLabel('Correo electrónico').fill('centro@example.com')
  await page.goto('/login')
  await signIn(page, patient)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/register-center')
  await expect(page.getByRole('heading', { name: 'Usa otra cuenta para tu centro' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(patient.email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cerrar sesión y registrar mi centro' }).click()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('')
})

test("the patients' registration has a tab that leads to the centre's", async ({ page }) => {
  await page.goto('/register')
  await whenInteractive(page)
  await page.getByRole('tab', { name: 'Centro terapéutico' }).click()
  await expect(page).toHaveURL('/register?tipo=centro')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Registrar mi centro' }).click()
  await expect(page).toHaveURL('/register-center')
})
