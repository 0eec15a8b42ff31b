import { expect } from '@playwright/test'

import { enterAs } from './account-page.ts'
import { holdByApi } from './booking-by-api.ts'
import { bookingSteps, registerInPlace } from './booking-page.ts'
import { expectAccessible, test } from './fixtures.ts'
import { confirmByMail } from './mail-page.ts'
import { newPerson } from './person.ts'
import { activateSecondFactor, codeOf, verifyCode } from './second-factor.ts'

const booked = /^(¡Reserva confirmada!|Tu hora está reservada|Tu pedido de reserva)/

// In `npm test`: web/screens/booking.test.tsx, and few-taps.spec.ts in a browser.
test('a visitor registers and confirms with one click, and sees beside each field what is missing', {
  tag: '@storm',
}, async ({ page }) => {
  const { centerId } = await holdByApi(page)
  const person = newPerson()
  await page.goto(`/book/${centerId}?step=confirm`)
  const send = page.getByRole('button', { name: 'Crear cuenta y confirmar' })

  await test.step('sending an empty form focuses its first field and shows no errors', async () => {
    await send.click()
    await expect(page.getByLabel('Nombre y apellido')).toBeFocused()
    await expect(page.getByText('Por favor ingresa tu nombre')).toBeHidden()
    await expectAccessible(page)
  })
  await test.step('each message is beside its field', async () => {
    await page.getByLabel('Nombre y apellido').fill('Emilia Bentancor')
    await send.click()
    await expect(page.getByText('Por favor ingresa tu teléfono')).toBeVisible()
    await expect(page.getByText('Por favor ingresa tu email')).toBeVisible()
    await expect(page.getByText('Por favor ingresa tu contraseña')).toBeVisible()
    await expect(page.getByText('Debes aceptar los términos y condiciones.')).toBeVisible()
    await expect(page.getByLabel('Teléfono')).toBeFocused()
    await expectAccessible(page)
  })
  await test.step('a reload keeps what was typed, except the password', async () => {
    await page.getByLabel('Teléfono').fill(person.phone)
    await page.getByLabel('Correo electrónico').fill(person.email)
    await page.getByLabel(/^Contraseña/).fill(person.password)
    await page.reload()
    await expect(page.getByLabel('Nombre y apellido')).toHaveValue('Emilia Bentancor')
    await expect(page.getByLabel('Teléfono')).toHaveValue(person.phone)
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(person.email)
    await expect(page.getByLabel(/^Contraseña/)).toHaveValue('')
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
      person.password,
    )
  })
  await registerInPlace(page, person)
  await expect(
    page.getByRole('heading', {
      level: 1,
      name: /^(¡Reserva confirmada!|Tu hora está reservada|Tu pedido de reserva)/,
    }),
  ).toBeVisible()
})

test('when the address has to be confirmed first, the step says to check the mail and until when the time is held', async ({
  page,
}) => {
  const { centerId } = await holdByApi(page)
  const person = newPerson()
  await page.goto(`/book/${centerId}?step=confirm`)
  // Where addresses have to be confirmed, a sign-up opens no session, for new and known addresses alike.
  await page.route('**/auth/v1/signup*', async (route) => {
    const { user } = (await (await route.fetch()).json()) as { user: object }
    await route.fulfill({ json: user })
  })
  await registerInPlace(page, person)
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeFocused()
  await expect(page.getByText(/^Tu hora queda guardada hasta las \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByText(`Te enviamos un correo a ${person.email}.`)).toBeVisible()
  await expect(bookingSteps(page).countdown).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeVisible()
  await page.getByRole('button', { name: 'Ya confirmé mi correo' }).click()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(person.email)

  await test.step('the link of the mail leads back to the confirm step', async () => {
    // This server confirms addresses with the mail of the booking, so a mail of its own has to be requested.
    const redirect = new URLSearchParams({ redirect_to: page.url() })
    const data = { type: 'signup', email: person.email }
    expect((await page.request.post(`/auth/v1/resend?${redirect}`, { data })).status()).toBe(200)
    await confirmByMail(page, person)
    await expect(page).toHaveURL(new RegExp(`/book/${centerId}\\?.*step=confirm`))
    await expect(bookingSteps(page).countdown).toBeVisible()
    await page.getByRole('button', { name: /^(Confirmar|Pedir) reserva$/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: booked })).toBeVisible()
  })
})

// In `npm test`: second-factor.spec.ts, and web/screens/booking.test.tsx for the sign-in with a held time.
test('a patient with a second factor signs in while booking, enters the code, and returns to the confirm step', {
  tag: '@storm',
}, async ({ page }) => {
  const person = newPerson()
  await enterAs(page, person)
  const secret = await activateSecondFactor(page)
  await page.evaluate(() => localStorage.clear())
  const { centerId } = await holdByApi(page)
  await page.goto(`/book/${centerId}?step=confirm`)
  await page.getByRole('button', { name: 'Ya tengo cuenta' }).click()
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByLabel(/^Contraseña/).fill(person.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await verifyCode(page, codeOf(secret))
  await expect(page).toHaveURL(new RegExp(`/book/${centerId}\\?.*step=confirm`))
  await expect(page.getByRole('button', { name: /^(Confirmar|Pedir) reserva$/ })).toBeEnabled()
  await expect(bookingSteps(page).countdown).toBeVisible()
})
