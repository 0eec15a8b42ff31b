import { expect } from '@playwright/test'

import { sessionKey } from './by-api.ts'
import { expectAccessible, expectNoOverflow, test } from './fixtures.ts'
import { confirmByMail, openMail } from './mail-page.ts'
import { newPerson, register } from './person.ts'

// In `npm test`: questions.test.ts, claimed-questions.test.ts, and web/screens/question.test.tsx.
test('a visitor asks a centre from its profile, reads the answer by mail, and finds it in Mensajes once registered', {
  tag: ['@phone-only', '@storm'],
}, async ({ page, visitor, deskSession }) => {
  const person = newPerson()
  const question = `¿Atienden niños de 4 años? ${person.email}`
  const { access_token: token } = JSON.parse(deskSession) as { access_token: string }
  const own = await page.request.get('/api/v1/me/centers', { headers: { authorization: `Bearer ${token}` } })
  const { items } = (await own.json()) as { items: { centerId: string }[] }

  // Three presses from the profile until the centre has the question: on the button, in the form, and on the mail's link.
  await page.goto(`/centers/${items[0]?.centerId}`)
  await page.getByRole('link', { name: 'Enviar mensaje' }).first().click()
  const form = page.getByRole('dialog', { name: 'Pregúntale al centro' })
  await form.getByLabel(/^Tu pregunta/).fill(question)
  await form.getByLabel(/^Nombre/).fill(person.firstName)
  await form.getByLabel(/^Correo/).fill(person.email)
  await expectNoOverflow(page)
  await form.getByRole('button', { name: 'Enviar' }).click()
  const sent = page.getByRole('dialog', { name: 'Falta enviarla desde tu correo' })
  await expect(sent).toContainText(person.email)
  await expectAccessible(page)

  await openMail(page, { to: person.email, subject: 'Confirma tu pregunta' })
  await page.frameLocator('iframe').getByRole('link', { name: 'Ver y enviar mi pregunta' }).click()
  // The third press: the browser in which it was written sends it.
  await expect(page.getByRole('heading', { level: 1, name: /recibió tu pregunta$/ })).toBeVisible()

  const desk = await visitor()
  await desk.addInitScript(([key, session]) => localStorage.setItem(key, session), [sessionKey, deskSession] as const)
  await desk.goto('/center/dashboard?seccion=mensajes')
  await desk.getByRole('link').filter({ hasText: person.email }).click()
  await expect(desk.getByText('Visitante sin cuenta: confirmó su correo, no su identidad')).toBeVisible()
  await expectNoOverflow(desk)
  await desk.getByRole('textbox', { name: /^Mensaje para/ }).fill('Sí, desde los 3 años.')
  await desk.getByRole('button', { name: 'Enviar', exact: true }).click()

  // What the centre writes within twenty seconds leaves in one mail.
  await expect(async () => {
    await openMail(page, { to: person.email, subject: 'El centro respondió tu pregunta' })
  }).toPass({ timeout: 45_000 })
  const mail = page.frameLocator('iframe')
  await expect(mail.getByText('Sí, desde los 3 años.')).toBeVisible()
  await mail.getByRole('link', { name: 'Leer y responder' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /te respondió$/ })).toBeVisible()
  await page.getByLabel('Tu respuesta').fill('¡Gracias!')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(page.getByText('¡Gracias!')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)

  await page.getByRole('link', { name: 'Crear una cuenta' }).click()
  await register(page, person)
  await expect(page).toHaveURL('/patient-welcome')
  await confirmByMail(page, person)
  await page.goto('/chat')
  await page.getByRole('link').filter({ hasText: '¡Gracias!' }).click()
  await expect(page.getByText('Sí, desde los 3 años.')).toBeVisible()
})
