import { expect } from '@playwright/test'

import { holdByApi } from './booking-by-api.ts'
import { bookingSteps, registerInPlace } from './booking-page.ts'
import { test } from './fixtures.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { newPerson } from './person.ts'

let server: OwnServer
test.beforeAll(async () => {
  test.setTimeout(120_000)
  server = await startOwnServer({ NODE_ENV: 'development', REQUIRE_EMAIL_CONFIRMATION: 'true' })
})
test.afterAll(async () => {
  await server.stop()
})

test('where addresses have to be confirmed, the link of the mail leads back to the confirm step of the held time', async ({
  page,
}) => {
  const person = newPerson()
  const { centerId } = await holdByApi(page, { origin: server.origin })
  await page.goto(`${server.origin}/book/${centerId}?step=confirm`)
  await registerInPlace(page, person)
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeVisible()
  await expect(page.getByText(/^Tu hora queda guardada hasta las \d\d:\d\d$/)).toBeVisible()

  const mail = await server.mailTo(person.email)
  await page.goto(mail.text?.match(/http\S+\/auth\/v1\/verify\S+/)?.[0] ?? '')
  await page.getByRole('button', { name: 'Sí, confirmar mi correo' }).click()
  await expect(page).toHaveURL(new RegExp(`/book/${centerId}\\?.*step=confirm`))
  await expect(bookingSteps(page).countdown).toBeVisible()
  await page.getByRole('button', { name: /^(Confirmar|Pedir) reserva$/ }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: /^(¡Reserva confirmada!|Tu pedido de reserva)/ }),
  ).toBeVisible()
})
