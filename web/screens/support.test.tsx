import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import { buildPatient } from '#server/testing/builders.ts'
import { expectAccessible, fill, press, startScreens, watchTimers } from './screens.tsx'

const { platform, open } = await startScreens()
const requests = () => platform.db.selectFrom('support_requests').selectAll().orderBy('created_at').execute()
const panel = () => screen.findByRole('dialog', { name: 'Soporte' })
const tab = (name: string) => screen.findByRole('tab', { name })

async function openPanel(as?: string) {
  const user = await open('/', { ...(as !== undefined && { as }) })
  await press(user, /^Soporte/)
  await panel()
  return user
}

test('the badge says that people answer only within the hours of support', async () => {
  const user = await openPanel()
  // Friday, nine in the morning.
  expect(within(await panel()).getByText('En línea')).toBeTruthy()
  await press(user, 'Cerrar', await panel())
  expect(await screen.findByRole('button', { name: 'Soporte En línea' })).toBeTruthy()

  vi.setSystemTime('2026-11-21T15:00:00Z')
  await open('/')
  expect(await screen.findByRole('button', { name: 'Soporte' })).toBeTruthy()
})

test('the chat greets, says that it is automatic, and answers after a second; nothing is sent', async () => {
  const user = await openPanel()
  const log = await screen.findByRole('log')
  expect(log.textContent).toContain('Esta es una respuesta automática')
  const delays = watchTimers('setTimeout')
  await fill(user, 'Tu mensaje', 'No encuentro mi reserva')
  await user.keyboard('{Enter}')
  expect(delays()).toContain(1000)
  expect(log.textContent).toContain('No encuentro mi reserva')
  expect(log.textContent).not.toContain('Gracias por escribir')
  await within(log).findByText(/Gracias por escribir\. Esta respuesta es automática/)
  // The greeting, the question and the reply each have their time: nine in the morning.
  expect(log.querySelectorAll('time')).toHaveLength(3)
  await expectAccessible()
  expect(await requests()).toEqual([])

  await press(user, 'Pasarlo a Contacto')
  expect((await tab('Contacto')).getAttribute('aria-selected')).toBe('true')
  expect(await screen.findByLabelText(/^Tu consulta/)).toHaveProperty('value', 'No encuentro mi reserva')
})

test('words that point to an emergency show its numbers at once, above the conversation', async () => {
  const user = await openPanel()
  await fill(user, 'Tu mensaje', 'No quiero vivir')
  await user.keyboard('{Enter}')
  const alert = within(await panel()).getByRole('alert')
  expect(alert.textContent).toContain('Línea Vida: 0800 0767')
  expect(alert.compareDocumentPosition(screen.getByRole('log')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('the four questions have the answers of the product', async () => {
  const user = await openPanel()
  await user.click(await tab('FAQ'))
  const questions = within(await panel()).getAllByRole('group')
  expect(questions.map((item) => item.querySelector('summary')?.textContent)).toEqual([
    '¿Cómo reservo una hora?',
    '¿Puedo cancelar o cambiar mi hora?',
    '¿Qué pasa con mis datos de salud?',
    '¿Cuánto cuesta usar Senda?',
  ])
  expect((await panel()).textContent).toContain('Es gratis hasta 24 horas antes')
  expect((await panel()).textContent).toContain('Para pacientes es gratis')
  await expectAccessible()
})

test('a patient sends a question from the widget, with their name filled in, and gets a reference', async () => {
  const { patientId } = await buildPatient(platform, { fullName: 'Bruno Díaz' })
  const user = await openPanel(patientId)
  await user.click(await tab('Contacto'))
  await waitFor(() => expect(screen.getByLabelText(/^Nombre/)).toHaveProperty('value', 'Bruno Díaz'))
  expect((await panel()).textContent).toContain('En línea: lunes a viernes de 9:00 a 18:00')
  const contact = within(await panel())
  expect(contact.getByRole('link', { name: '+598 2900 1234' }).getAttribute('href')).toBe('tel:+59829001234')
  expect(contact.getByRole('link', { name: 'hola@senda.uy' }).getAttribute('href')).toBe('mailto:hola@senda.uy')
  await press(user, 'Enviar consulta')
  await screen.findByText('El mensaje es obligatorio')
  await fill(user, /^Tu consulta/, 'Quiero cambiar mi correo.')
  await press(user, 'Enviar consulta')
  await within(await panel()).findByText('Mensaje enviado, te contactaremos pronto')
  const sent = await requests()
  expect(sent).toMatchObject([{ full_name: 'Bruno Díaz', user_id: patientId, sent_from: 'widget' }])
  expect((await panel()).textContent).toContain(`Tu referencia es ${sent[0]?.reference}.`)
  await expectAccessible()
})

test('a minimised panel keeps what was typed, and Escape closes it; the focus goes back to the button', async () => {
  const user = await openPanel()
  await user.click(await tab('Contacto'))
  await fill(user, /^Tu consulta/, 'Un borrador')
  await press(user, 'Minimizar')
  expect(screen.queryByRole('dialog')).toBeNull()
  const restore = await screen.findByRole('button', { name: /Soporte.*minimizado/ })
  await waitFor(() => expect(document.activeElement).toBe(restore))
  await expectAccessible()
  await user.click(restore)
  await waitFor(async () => expect(document.activeElement).toBe(await panel()))
  expect(screen.getByLabelText(/^Tu consulta/)).toHaveProperty('value', 'Un borrador')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  const button = await screen.findByRole('button', { name: 'Soporte En línea' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(screen.queryByRole('button', { name: 'Cerrar el soporte' })).toBeNull()
})

test('the button is on the home page only', async () => {
  await open('/contact')
  await screen.findByRole('heading', { level: 1, name: 'Contacto' })
  expect(screen.queryByRole('button', { name: /^Soporte/ })).toBeNull()
})
