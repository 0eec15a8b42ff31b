import { expect, type Locator, type Page } from '@playwright/test'

import { type HeldByApi, holdByApi } from './booking-by-api.ts'
import { registerPatient } from './by-api.ts'
import { expectAccessible, expectNoOverflow, test } from './fixtures.ts'
import { newPerson } from './person.ts'

const phone = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }
const long = {
  service: 'Evaluación neuropsicológica integral con devolución escrita y entrevista familiar',
  center: 'Centro Interdisciplinario de Rehabilitación y Neurodesarrollo del Arroyo Miguelete',
  address: 'Avenida Doctor Luis Alberto de Herrera 3365, torre 2, piso 14, consultorio 1407',
}

/** The confirm step of a booking whose names and address take several lines. */
async function openLongBooking(page: Page, { held }: { held: HeldByApi }): Promise<void> {
  await page.route('**/api/v1/appointments/hold', async (route) => {
    if (route.request().method() !== 'GET') return await route.fallback()
    const response = await route.fetch()
    const body = (await response.json()) as { appointment: HeldByApi['appointment'] | null }
    const { appointment } = body
    if (!appointment) return await route.fulfill({ response })
    appointment.service.name = long.service
    appointment.place = 'center'
    // The longest rule: a deadline with its date, and the refund after it.
    Object.assign(appointment.cancellation, { phase: 'ahead', lateRefundPercent: 50, refundPercentNow: 100 })
    appointment.center.name = long.center
    appointment.center.address = long.address
    await route.fulfill({ response, json: body })
  })
  await page.goto(`/book/${held.centerId}?step=confirm`)
}

type Box = { x: number; y: number; width: number; height: number }

async function boxOf(target: Locator): Promise<Box> {
  await expect(target).toBeVisible()
  const box = await target.boundingBox()
  if (!box) throw new Error('It has no place on the page.')
  return box
}

/** Expects the element within the part of the window that no bar covers. */
function expectWithin(box: Box, { top, bottom }: { top: number; bottom: number }, what: string): void {
  expect(box.y, `${what}: top`).toBeGreaterThanOrEqual(top)
  expect(box.y + box.height, `${what}: bottom`).toBeLessThanOrEqual(bottom)
}

const parts = (page: Page) => ({
  bar: page.getByRole('complementary', { name: 'Tu reserva' }),
  countdown: page.getByRole('timer', { name: 'Tiempo que la hora queda guardada' }),
  summary: page.getByRole('region', { name: 'Confirmar' }).locator('dl').first(),
  register: page.getByRole('button', { name: 'Crear cuenta y confirmar' }),
  confirm: page.getByRole('button', { name: /^(Confirmar|Pedir) reserva$/ }),
})

/** Scrolls as a click on a time does: the heading of the step at the top. */
async function scrollToStep(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Confirmar', exact: true }).evaluate((heading) => heading.scrollIntoView())
}

const sizes = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
]

for (const isSignedIn of [false, true]) {
  const who = isSignedIn ? 'a patient with dependants' : 'a visitor without a session'

  test(`${who} has the summary, the countdown and the button in view, on a phone and at 1440 × 900`, async ({
    page,
  }) => {
    await page.setViewportSize(phone)
    if (isSignedIn) await becomePatientWithDependants(page)
    await openLongBooking(page, { held: await holdByApi(page) })
    const { bar, countdown, summary, register, confirm } = parts(page)
    const button = isSignedIn ? confirm : register
    await expect(button).toBeEnabled()

    await test.step('on a phone, the whole summary is above the button', async () => {
      await scrollToStep(page)
      const timer = await boxOf(countdown)
      const action = await boxOf(bar)
      expectWithin(await boxOf(summary), { top: timer.y + timer.height, bottom: action.y }, 'summary')
      expectWithin(await boxOf(button), { top: action.y, bottom: phone.height }, 'button')
      for (const label of ['Servicio', 'Día y hora', 'Dónde', 'Para', 'Precio', 'Si no puedes ir']) {
        await expect(summary.getByText(label, { exact: true })).toBeVisible()
      }
      await expect(summary).toContainText(long.service)
      await expect(summary).toContainText(long.address)
      await expectNoOverflow(page)
      await expectAccessible(page)
    })

    if (!isSignedIn) await expectReadable(page)

    await test.step('at 1440 × 900, nothing pushes the button out of view', async () => {
      await page.setViewportSize(wide)
      await page.evaluate(() => scrollTo(0, 0))
      // The notice about the e-mail address is at the top of the page.
      if (isSignedIn) await expect(page.getByText('Confirma tu correo', { exact: true })).toBeVisible()
      expectWithin(await boxOf(button), { top: 0, bottom: wide.height }, 'button before scrolling')
      expectWithin(await boxOf(countdown), { top: 0, bottom: wide.height }, 'countdown before scrolling')
      await page.mouse.move(400, 500)
      await page.mouse.wheel(0, 400)
      expectWithin(await boxOf(button), { top: 0, bottom: wide.height }, 'button after scrolling')
      expectWithin(await boxOf(countdown), { top: 0, bottom: wide.height }, 'countdown after scrolling')
      await expectAccessible(page)
    })
  })
}

/** Expects that nothing is lost with the keyboard of a phone open, and in small windows, which are also enlarged large ones. */
async function expectReadable(page: Page): Promise<void> {
  const { bar, countdown, summary, register } = parts(page)
  await test.step('on a phone with the keyboard open, the countdown and the focused field stay in view', async () => {
    await page.setViewportSize({ width: 390, height: 420 })
    for (const label of ['Nombre y apellido', 'Teléfono', 'Correo electrónico', /^Contraseña/]) {
      const field = page.getByLabel(label)
      await field.focus()
      const timer = await boxOf(countdown)
      const action = await boxOf(bar)
      expectWithin(timer, { top: 0, bottom: 60 }, 'countdown')
      expectWithin(await boxOf(field), { top: timer.y + timer.height, bottom: action.y }, String(label))
    }
  })
  for (const size of sizes) {
    await test.step(`at ${size.width} × ${size.height}, nothing is lost`, async () => {
      await page.setViewportSize(size)
      await page.getByLabel(/^Contraseña/).focus()
      await expectNoOverflow(page)
      expectWithin(await boxOf(register), { top: 0, bottom: size.height }, 'button')
      const dl = await boxOf(summary)
      expect(dl.x + dl.width, 'width of the summary').toBeLessThanOrEqual(size.width)
      await page.getByLabel('Nombre y apellido').focus()
      const timer = await boxOf(countdown)
      expectWithin(
        await boxOf(page.getByLabel('Nombre y apellido')),
        { top: timer.y + timer.height, bottom: (await boxOf(bar)).y },
        'field',
      )
      await expectAccessible(page)
    })
  }
}

test('on a phone, a patient who returns to the step sees the whole summary below the notice without scrolling', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await registerPatient(page, newPerson())
  // A centre whose name does not fit in the title; it is whole in the summary.
  const { centerId } = await holdByApi(page, { accepts: ({ name }) => name.length > 22 })
  // The tallest ordinary summary: service and place on two lines each, and a centre that accepts manually.
  await page.route('**/api/v1/appointments/hold', async (route) => {
    if (route.request().method() !== 'GET') return await route.fallback()
    const response = await route.fetch()
    const body = (await response.json()) as { appointment: HeldByApi['appointment'] | null }
    const { appointment } = body
    if (appointment) {
      Object.assign(appointment, { place: 'center', confirmsManually: true })
      Object.assign(appointment.service, { name: 'Primera consulta de psicología infantil' })
      Object.assign(appointment.professional, { name: 'Santiago Marichal Yannuzzi' })
      Object.assign(appointment.center, {
        name: 'Centro de Psicología del Parque',
        address: 'Bulevar José Batlle y Ordóñez 3412',
      })
      Object.assign(appointment.cancellation, { phase: 'ahead', lateRefundPercent: 50, refundPercentNow: 100 })
    }
    await route.fulfill({ response, json: body })
  })
  await page.goto(`/book/${centerId}?step=confirm`)
  const { bar, summary, confirm } = parts(page)
  await expect(confirm).toBeEnabled()
  await expect(page.getByText('Confirma tu correo', { exact: true })).toBeVisible()
  expectWithin(await boxOf(summary), { top: 0, bottom: (await boxOf(bar)).y }, 'summary')
})

async function becomePatientWithDependants(page: Page): Promise<void> {
  await registerPatient(page, newPerson())
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('senda.session') ?? '{}') as { access_token?: string }).access_token,
  )
  for (const fullName of ['Bruno Bentancor', 'Julieta Bentancor', 'María del Carmen Bentancor de los Santos']) {
    const response = await page.request.post('/api/v1/me/dependants', {
      headers: { authorization: `Bearer ${token}` },
      data: { fullName, birthDate: '2015-03-02', relation: 'Familiar' },
    })
    expect(response.ok(), await response.text()).toBe(true)
  }
}
