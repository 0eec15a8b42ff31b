import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

import { pressOn, tabTo } from './by-keyboard.ts'
import {
  acceptBoth,
  description,
  expectStep,
  fillAccess,
  fillAvailability,
  fillCenter,
  fillPersonal,
  fillServices,
  fillToLast,
  newCenter,
  next,
  previous,
  submit,
} from './center-form.ts'
import { expectAccessible, test, whenInteractive } from './fixtures.ts'
import { signIn } from './sign-up.ts'

const titles = [
  'Datos de acceso',
  'Información personal profesional',
  'Información del centro',
  'Disponibilidad y reservas',
  'Servicios ofrecidos',
  'Validación y términos',
]
const route = '**/api/v1/center-registrations'
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const certification = { name: 'título.pdf', mimeType: 'application/pdf', buffer: pdf }

async function open(page: Page): Promise<void> {
  await page.goto('/register-center')
  await whenInteractive(page)
}

function toast(page: Page, text: string): Locator {
  return page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: text }).first()
}

/** Said in a toast, with its title, and beside what has to be mended. */
async function expectRefused(page: Page, o: { title: string; text: string; beside?: string }): Promise<void> {
  await next(page).click()
  await expect(toast(page, `${o.title}${o.text}`).or(toast(page, o.title).filter({ hasText: o.text }))).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText(o.beside ?? o.text)
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
}

async function picture(): Promise<Buffer> {
  return await sharp({ create: { width: 900, height: 500, channels: 3, background: '#3a7d5c' } })
    .jpeg()
    .toBuffer()
}

const inputOf = (page: Page, label: string) =>
  page.getByRole('group', { name: label }).locator('input[type=file]:not([capture])')

/** `file`: a JPEG, or where one lies. */
async function choosePicture(page: Page, o: { label: string; noun: string; file: Buffer | string }): Promise<void> {
  const { file } = o
  const content = typeof file === 'string' ? file : { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: file }
  await inputOf(page, o.label).setInputFiles(content)
  const dialog = page.getByRole('dialog', { name: `Encuadra tu ${o.noun}` })
  await expect(dialog.getByRole('application')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Usar ${o.noun}` }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('img', { name: `Tu ${o.noun}` })).toBeVisible()
}

test('both addresses answer themselves, readable before JavaScript, and one of them counts', async ({
  request,
  browser,
  baseURL,
}) => {
  for (const path of ['/register-center', '/centro-de-registro']) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect(answer.status()).toBe(200)
    expect(await answer.text()).toMatch(/<link rel="canonical" href="[^"]*\/register-center"/)
  }
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto('/centro-de-registro')
  await expect(page.getByRole('heading', { level: 1, name: 'Registra tu centro' })).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Iniciar sesión' })).toBeVisible()
  await context.close()
})

test('a centre joins: six steps with everything, and its dashboard', async ({ page }) => {
  test.slow()
  const center = newCenter()
  await page.addInitScript(() => localStorage.setItem('senda.welcome-seen', 'true'))
  await page.goto('/')
  await page.getByRole('link', { name: 'Registra tu centro terapéutico' }).click()
  await expect(page).toHaveURL('/register-center')
  await whenInteractive(page)
  await expect(page.getByText('17 % completado')).toBeVisible()
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
  await expect(page.getByRole('main')).toContainText('Psicoterapia: $ 1.250, 60 min')
  await expect(submit(page)).toBeDisabled()
  await acceptBoth(page)
  await page.getByRole('checkbox', { name: 'Quiero que mi perfil sea público.' }).check()
  await expect(submit(page)).toBeEnabled()
  await expectAccessible(page)

  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/center-registrations')) sent += 1
  })
  await submit(page).dblclick()
  await expect(toast(page, '¡Registro exitoso!')).toContainText(
    'Bienvenido! Ahora puedes acceder directamente a tu Dashboard Profesional.',
  )
  await expect(page).toHaveURL(/\/center\/dashboard/)
  expect(sent).toBe(1)
  expect(await page.evaluate(() => sessionStorage.getItem('senda.draft.register-center'))).toBeNull()

  await page.goto('/register-center')
  await expect(page).toHaveURL(/\/center\/dashboard/)
  await page.goto('/center/thank-you')
  await expect(page).toHaveURL(/\/center\/dashboard/)
  await expect(toast(page, 'Te damos la bienvenida a Senda')).toBeVisible()
})

test('by the keyboard alone, with what is required', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard to walk with')
  test.slow()
  const center = newCenter()
  const type = async (label: string | RegExp, text: string) => {
    await tabTo(page, page.getByLabel(label).first())
    await page.keyboard.type(text)
  }
  await open(page)
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
  await type('Teléfono de contacto', '4733 1234 567')
  await pressOn(page, next(page))
  await expectStep(page, 4, titles[3] ?? '')
  await pressOn(page, page.getByRole('button', { name: 'Usar lunes a sábado, de 9:00 a 19:00' }))
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

test('each step says what it lacks, in words, beside the field and in passing', async ({ page }) => {
  test.slow()
  const center = newCenter()
  await open(page)

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
    await page.getByLabel('Duración de la sesión').fill('301')
    const range = 'La duración de sesión debe ser un número entre 15 y 300 minutos'
    await expectRefused(page, { title: 'Dato no válido', text: range })
    await page.getByLabel('Duración de la sesión').fill('60')
    const platform = 'Por favor especifica la plataforma para videollamadas'
    await expectRefused(page, { title: 'Faltan datos', text: platform })
    await page.getByLabel('Plataforma para videollamadas').fill('Zoom')
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
    await expect(page.getByText('Escribe el precio en pesos, como 1.250')).toBeVisible()
    await page.getByRole('button', { name: 'Quitar el servicio 1' }).click()
    await expect(page.getByRole('button', { name: 'Agregar un servicio con precio' })).toBeFocused()
    await next(page).click()
  })

  await test.step('terms', async () => {
    await expectStep(page, 6, titles[5] ?? '')
    await submit(page).click({ force: true })
    await expect(toast(page, 'Debes aceptar los términos y condiciones y la política de privacidad')).toBeVisible()
    const second = 'Para finalizar, debes aceptar los términos y la política de privacidad.'
    await expect(toast(page, second)).toBeVisible()
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

test('files are judged by what they are', async ({ page }) => {
  test.slow()
  const center = newCenter()
  await open(page)
  await fillAccess(page, center)
  await next(page).click()
  await expectStep(page, 2, titles[1] ?? '')

  const photo = page.getByRole('group', { name: 'Foto profesional' })
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>alert(1)</script></svg>',
  )
  const unusable = [
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg, says: 'no es una imagen' },
    { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ\x90\0'), says: 'no es una imagen' },
    { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.alloc(0), says: 'no es una imagen' },
  ]
  for (const { says, ...file } of unusable) {
    await inputOf(page, 'Foto profesional').setInputFiles(file)
    await expect(photo.getByRole('alert')).toContainText(says)
  }
  await expectAccessible(page)

  await test.step('a photo of 30 MB leaves small', async () => {
    const noise = { width: 4200, height: 3200, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 90 } } as const
    const heavy = test.info().outputPath('foto.jpg')
    const { size } = await sharp({ create: { ...noise, background: '#000' } })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toFile(heavy)
    expect(size).toBeGreaterThan(15_000_000)
    await choosePicture(page, { label: 'Foto profesional', noun: 'foto', file: heavy })
    await expect(photo.getByText(/^JPG, (?:\d+\sKB|[12],\d\sMB)$/)).toBeVisible()
    await expect(photo.getByRole('alert')).toBeHidden()
    await photo.getByRole('button', { name: 'Quitar foto' }).click()
    await expect(photo.getByRole('button', { name: 'Elegir foto' })).toBeFocused()
  })

  await fillPersonal(page, center)
  await next(page).click()
  await expectStep(page, 3, titles[2] ?? '')
  await fillCenter(page, center)
  await next(page).click()
  await expectStep(page, 4, titles[3] ?? '')
  await fillAvailability(page)
  await next(page).click()
  await expectStep(page, 5, titles[4] ?? '')

  const document = page.getByRole('group', { name: 'Certificaciones' })
  const program = Buffer.concat([Buffer.from('MZ\x90\0\x03', 'latin1'), Buffer.alloc(2000)])
  await inputOf(page, 'Certificaciones').setInputFiles({ ...certification, buffer: program })
  await expect(document.getByRole('alert')).toContainText('Ese archivo no es un PDF')
  await expectAccessible(page)
  const heavy = Buffer.concat([pdf, Buffer.alloc(10_000_001)])
  await inputOf(page, 'Certificaciones').setInputFiles({ ...certification, buffer: heavy })
  await expect(document.getByRole('alert')).toContainText('El PDF puede pesar hasta 10 MB')
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(bytes)], 'mi \u202Efdp.exe.pdf', { type: 'application/pdf' }))
      return transfer
    },
    [...pdf],
  )
  await document.getByText(/^PDF de hasta/).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(document.getByText('mi fdp.exe.pdf')).toBeVisible()
  await expect(document.getByRole('alert')).toBeHidden()
})

test('a press right after a time that is judged still counts', async ({ page }) => {
  const center = newCenter()
  await open(page)
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
  // By hand, as a finger does: without waiting until everything stands still.
  await online.scrollIntoViewIfNeeded()
  const box = await online.boundingBox()
  await page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  await expect(online).toBeChecked()
})

test('a reload costs neither what was typed nor the place, only password and files', async ({ page }) => {
  const center = newCenter()
  await open(page)
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
  await expect(page.getByText('Paso 1 de 6')).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(center.email)
  await expect(page.getByLabel(/^Contraseña/)).toHaveValue('')
  await expect(page.getByText('No guardamos la contraseña que escribiste: vuelve a escribirla.')).toBeVisible()
  await expectAccessible(page)
  await fillAccess(page, center)
  await next(page).click()
  // The photo has to be chosen again, so the way leads there first.
  await expectStep(page, 2, titles[1] ?? '')
  await expect(page.getByText('Vuelve a elegir «foto.jpg»')).toBeVisible()
  await next(page).click()
  await expectStep(page, 3, titles[2] ?? '')
  await expect(page.getByLabel('Departamento')).toHaveValue('Montevideo')
  await expect(page.getByLabel('Barrio o ciudad')).toHaveValue('Pocitos')
  await next(page).click()
  await fillAvailability(page)
  await next(page).click()
  await fillServices(page)
  await next(page).click()
  await expect(page.getByRole('main')).toContainText('Sin foto: vuelve a elegir «foto.jpg»')
})

test('an address that is taken costs nothing else, not even the files', async ({ page, patient }) => {
  test.slow()
  const center = newCenter()
  await open(page)
  await fillToLast(page, { ...center, email: patient.email })
  await previous(page).click()
  await inputOf(page, 'Certificaciones').setInputFiles(certification)
  await next(page).click()
  await acceptBoth(page)
  await submit(page).click()

  const taken = 'Ese correo ya tiene una cuenta. Inicia sesión, o usa otro correo: lo demás queda como está.'
  await expect(page.getByText('Paso 1 de 6')).toBeVisible()
  await expect(toast(page, 'Error en el registro').filter({ hasText: taken })).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toBeFocused()
  await expect(page.getByRole('main').getByText(taken).first()).toBeVisible()
  await expectAccessible(page)
  await next(page).click()
  await expect(page.getByText('Paso 1 de 6')).toBeVisible()

  await page.getByLabel('Correo electrónico').fill(center.email)
  await expect(page.getByText(taken)).toBeHidden()
  for (const [index, title] of titles.slice(1).entries()) {
    await next(page).click()
    await expectStep(page, index + 2, title)
  }
  await expect(page.getByText('PDF listo para enviar')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /términos y condiciones/ })).toBeChecked()
  await submit(page).click()
  await expect(page).toHaveURL(/\/center\/dashboard/)
})

test('a connection that is lost loses nothing, and what arrived all the same is found', async ({ page }) => {
  test.slow()
  const center = newCenter()
  await open(page)
  await fillToLast(page, center)
  await acceptBoth(page)

  await page.route(route, (request) => request.abort('connectionfailed'))
  await submit(page).click()
  await expect(toast(page, 'Error en el registro')).toContainText('No pudimos conectarnos')
  await expect(page.getByRole('main').getByRole('alert').first()).toContainText(
    'No se perdió nada de lo que escribiste.',
  )
  await expectAccessible(page)

  // The server takes it, and the answer gets lost: trying again must not read as somebody else's address.
  await page.unroute(route)
  await page.route(route, async (request) => {
    await request.fetch()
    await request.abort('connectionreset')
  })
  await submit(page).click()
  await expect(toast(page, 'Error en el registro')).toBeVisible()
  await expect(submit(page)).toBeEnabled()
  await page.unroute(route)
  await submit(page).click()
  await expect(toast(page, '¡Registro exitoso!')).toBeVisible()
  await expect(page).toHaveURL(/\/center\/dashboard/)
})

test('what the server refuses is mended where it was typed', async ({ page }) => {
  const center = newCenter()
  await open(page)
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
  await expect(page.getByText('Esa dirección no se puede leer')).toBeVisible()
  await page.getByLabel('Dirección').fill('Benito Blanco 1020')
  await expect(page.getByText('Esa dirección no se puede leer')).toBeHidden()
})

test('a patient is told to use another account, and signing out takes the draft along', async ({ page, patient }) => {
  await open(page)
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

test("the patients' registration has a tab that leads here", async ({ page }) => {
  await page.goto('/register')
  await whenInteractive(page)
  await page.getByRole('tab', { name: 'Centro terapéutico' }).click()
  await expect(page).toHaveURL('/register?tipo=centro')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Registrar mi centro' }).click()
  await expect(page).toHaveURL('/register-center')
})
