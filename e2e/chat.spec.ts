import { expect, type Page } from '@playwright/test'

import { registerPatient, sessionKey } from './by-api.ts'
import { expectAccessible, expectNoOverflow, test } from './fixtures.ts'
import { confirmByMail } from './mail-page.ts'
import { newPerson } from './person.ts'

const chat = (page: Page) => ({
  field: page.getByRole('textbox', { name: /^Mensaje para/ }),
  messages: page.getByRole('region', { name: /^Mensajes con/ }),
  list: page.getByRole('region', { name: 'Conversaciones' }),
})

test('a patient and a centre write to each other live, and what is written offline leaves in order', async ({
  page,
  context,
  visitor,
  deskSession,
}) => {
  const person = newPerson()
  await registerPatient(page, person)
  await confirmByMail(page, person)
  const desk = await visitor()
  await desk.addInitScript(([key, session]) => localStorage.setItem(key, session), [sessionKey, deskSession] as const)
  const { access_token: token } = JSON.parse(deskSession) as { access_token: string }
  const own = await page.request.get('/api/v1/me/centers', { headers: { authorization: `Bearer ${token}` } })
  const { items } = (await own.json()) as { items: { centerId: string }[] }

  // The patient starts the conversation from the centre's profile.
  await page.goto(`/centers/${items[0]?.centerId}`)
  await page.getByRole('link', { name: 'Enviar mensaje' }).first().click()
  const patient = chat(page)
  await expect(page.getByText(/^Escribe el primer mensaje para/)).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  // An endless word makes nothing wider.
  await patient.field.fill('a'.repeat(3900))
  await expect(page.getByText('3.900 de 4.000')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeInViewport({ ratio: 1 })
  await expectNoOverflow(page)
  await patient.field.fill('Buenas tardes, ¿atienden los sábados?')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(patient.messages.getByText('Buenas tardes, ¿atienden los sábados?')).toBeVisible()

  // The list of the centre has it, and the patient sees that it was read.
  await desk.goto('/center/dashboard?seccion=mensajes')
  const center = chat(desk)
  const row = center.list.locator(`a[href$="${new URL(page.url()).search.slice(1)}"]`)
  await expect(row).toContainText('1 mensaje sin leer')
  await row.click()
  await expect(center.messages.getByText('Buenas tardes, ¿atienden los sábados?')).toBeVisible()
  await desk.bringToFront()
  await expect(patient.messages.getByText(/Visto/)).toBeVisible()

  await center.field.pressSequentially('Sí, de 9 a 13.')
  await expect(patient.messages.getByText('Escribiendo…')).toBeVisible()
  await desk.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(patient.messages.getByText('Sí, de 9 a 13.')).toBeVisible()
  await expect(patient.messages.getByText('Escribiendo…')).toBeHidden()

  // Messages that the patient sends without a connection wait.
  await context.setOffline(true)
  const written = ['Gracias.', 'Paso este sábado.', '¿A las 10 está bien?']
  for (const text of written) {
    await patient.field.fill(text)
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  }
  await expect(patient.messages.getByText('Enviando…')).toHaveCount(3)
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(patient.messages.getByText('Enviando…')).toHaveCount(0)
  await expect(center.messages.getByText('¿A las 10 está bien?')).toBeVisible()
  for (const each of [patient, center]) {
    const texts = await each.messages.locator('bdi[dir=auto]').allTextContents()
    expect(texts).toEqual(['Buenas tardes, ¿atienden los sábados?', 'Sí, de 9 a 13.', ...written])
  }
  await expectAccessible(desk)
})

test('on a phone the list and the conversation are two screens', { tag: '@phone-only' }, async ({ page }) => {
  await registerPatient(page, newPerson())
  await page.goto('/chat')
  await expect(page.getByText('Todavía no tienes conversaciones')).toBeVisible()
  await expectNoOverflow(page)
  const found = await page.request.get('/api/v1/centers?q=psicolog%C3%ADa')
  const { items } = (await found.json()) as { items: { id: string }[] }
  await page.goto(`/chat?to=${items[0]?.id}`)
  const { field, list } = chat(page)
  await expect(field).toBeVisible()
  await expect(list).toBeHidden()
  await page.getByRole('link', { name: 'Volver a la lista' }).click()
  await expect(list).toBeVisible()
  await page.goBack()
  await expect(field).toBeVisible()
})
