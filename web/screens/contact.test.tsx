import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import { brand } from '#contract/brand.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const requests = () => platform.db.selectFrom('support_requests').selectAll().orderBy('created_at').execute()

test('a visitor’s message is refused field by field, then sent once, and answered with its reference', async () => {
  const user = await open('/contact')
  await press(user, 'Enviar mensaje')
  for (const message of [
    'El nombre es obligatorio',
    'El correo electrónico es obligatorio',
    'El mensaje es obligatorio',
    'Revisa el formulario.',
  ])
    await screen.findByText(message)
  await expectAccessible()
  await fill(user, /^Nombre/, 'Ana Suárez')
  await fill(user, /^Correo electrónico/, 'ana')
  await fill(user, /^Mensaje/, 'No encuentro mi reserva.')
  await press(user, 'Enviar mensaje')
  await screen.findByText('Correo no válido')
  expect(await requests()).toEqual([])

  await fill(user, /^Correo electrónico/, 'ana@ejemplo.uy')
  await press(user, 'Enviar mensaje')
  await screen.findByRole('button', { name: 'Escribir otro mensaje' })
  const [request, ...others] = await requests()
  expect(others).toEqual([])
  expect(request).toMatchObject({
    full_name: 'Ana Suárez',
    email: 'ana@ejemplo.uy',
    sent_from: 'contact',
    user_id: null,
  })
  expect(document.body.textContent).toContain(`Tu referencia es ${request?.reference}.`)
  expect(document.body.textContent).toContain('Te respondemos a ana@ejemplo.uy.')
  expect(screen.getAllByText('Mensaje enviado, te contactaremos pronto').length).toBeGreaterThan(0)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Mensaje enviado, te contactaremos pronto'))
  await expectAccessible()
  const mails = await listMails(platform, { limit: 10 })
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['ana@ejemplo.uy', brand.email].toSorted())

  await press(user, 'Escribir otro mensaje')
  expect(await screen.findByLabelText(/^Mensaje/)).toHaveProperty('value', '')
  expect(screen.getByLabelText(/^Nombre/)).toHaveProperty('value', 'Ana Suárez')
})

test('a patient finds their name and address filled in, and the message is stored as theirs', async () => {
  const { patientId } = await buildPatient(platform, { fullName: 'Bruno Díaz' })
  const user = await open('/contact', { as: patientId })
  await waitFor(() => expect(screen.getByLabelText(/^Nombre/)).toHaveProperty('value', 'Bruno Díaz'))
  await fill(user, /^Mensaje/, 'Quiero cambiar mi dirección.')
  await press(user, 'Enviar mensaje')
  await screen.findByRole('button', { name: 'Escribir otro mensaje' })
  expect((await requests()).at(-1)).toMatchObject({ full_name: 'Bruno Díaz', user_id: patientId })
})

test('the page has the contact details, the map of the office, and leads questions about an appointment to the messages', async () => {
  // Everything is in view.
  class Observer {
    readonly watch: IntersectionObserverCallback
    constructor(watch: IntersectionObserverCallback) {
      this.watch = watch
    }
    observe() {
      this.watch([{ isIntersecting: true } as IntersectionObserverEntry], this as never)
    }
    unobserve() {}
    disconnect() {}
  }
  await open('/faq')
  vi.stubGlobal('IntersectionObserver', Observer)
  await open('/contact')
  const details = within(await screen.findByRole('region', { name: 'Datos de contacto' }))
  expect(details.getByRole('link', { name: 'hola@senda.uy' }).getAttribute('href')).toBe('mailto:hola@senda.uy')
  expect(details.getByRole('link', { name: '+598 2900 1234' }).getAttribute('href')).toBe('tel:+59829001234')
  for (const text of ['Lunes a viernes de 8:00 a 18:00', 'Av. 18 de Julio 1234, Montevideo']) details.getByText(text)
  const office = screen.getByRole('region', { name: 'Dónde estamos' })
  await within(office).findByLabelText('Mapa con el lugar de Senda')
  const appointments = within(screen.getByRole('region', { name: '¿Es sobre una cita?' }))
  expect(appointments.getByRole('link', { name: 'Ir a Mensajes' }).getAttribute('href')).toBe('/chat')
})

test('words that point to an emergency show the emergency numbers above the fields', async () => {
  const user = await open('/contact')
  await fill(user, /^Mensaje/, 'Quiero morir')
  await screen.findByText('Si tú u otra persona corre peligro, llama ahora')
  expect(screen.getByRole('link', { name: 'Línea Vida: 0800 0767' })).toBeTruthy()
})

test('a message whose response was lost is sent again without being stored twice', async () => {
  const user = await open('/contact')
  const before = (await requests()).length
  await fill(user, /^Nombre/, 'Ana Suárez')
  await fill(user, /^Correo electrónico/, 'ana@ejemplo.uy')
  await fill(user, /^Mensaje/, 'Se me cortó la conexión.')
  const network = fetch
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    await network(...request)
    throw new TypeError('Failed to fetch')
  })
  await press(user, 'Enviar mensaje')
  await waitFor(() => expect(screen.getAllByText(/^No pudimos conectarnos/).length).toBeGreaterThan(0))
  expect(await requests()).toHaveLength(before + 1)
  vi.stubGlobal('fetch', network)
  await press(user, 'Enviar mensaje')
  await screen.findByRole('button', { name: 'Escribir otro mensaje' })
  expect(await requests()).toHaveLength(before + 1)
})
