import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { listMails } from '#server/platform/stored-mails.ts'
import { buildService } from '#server/testing/builders.ts'

import { expectAccessible, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

test('a visitor without an account asks from the profile, sends the question from the mail, and may delete it', async () => {
  const { centerId } = await buildService(platform)
  const email = 'rosa@example.uy'
  const user = await open(`/centers/${centerId}`)
  const [button] = await screen.findAllByRole('link', { name: 'Enviar mensaje' })
  if (button) await user.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'Pregúntale al centro' })
  await expectAccessible()
  await user.type(within(dialog).getByLabelText(/^Tu pregunta/), 'Quiero morir. ¿Me pueden ver hoy?')
  expect(await within(dialog).findByText('Si tú u otra persona corre peligro, llama ahora')).toBeTruthy()
  await user.type(within(dialog).getByLabelText(/^Nombre/), 'Rosa Ávila')
  await user.type(within(dialog).getByLabelText(/^Correo/), email)
  await user.click(within(dialog).getByRole('button', { name: 'Enviar' }))
  expect(await screen.findByRole('dialog', { name: 'Falta enviarla desde tu correo' })).toBeTruthy()
  const path = await pathTo(email)

  // Another browser, such as the one inside a mail program, asks for the press.
  localStorage.removeItem('senda.questions')
  const reader = await open(path)
  expect(await screen.findByText('Quiero morir. ¿Me pueden ver hoy?')).toBeTruthy()
  await expectAccessible()
  await reader.click(screen.getByRole('button', { name: 'Enviar al centro' }))
  expect(await screen.findByRole('heading', { name: /recibió tu pregunta$/ })).toBeTruthy()
  await expectAccessible()
  await reader.type(screen.getByLabelText('Agregar algo'), 'Puedo a las 18.')
  await reader.click(screen.getByRole('button', { name: 'Enviar' }))
  expect(await screen.findByText('Puedo a las 18.')).toBeTruthy()
  await reader.click(screen.getByRole('button', { name: 'Borrar la pregunta' }))
  await reader.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Borrar la pregunta' }))
  expect(await screen.findByRole('heading', { name: 'Borramos tu pregunta' })).toBeTruthy()
})

test('the browser in which a question was written sends it as soon as the mail’s link opens', async () => {
  const { centerId } = await buildService(platform)
  const email = 'bruno@example.uy'
  const user = await open(`/centers/${centerId}`)
  const [button] = await screen.findAllByRole('link', { name: 'Enviar mensaje' })
  if (button) await user.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'Pregúntale al centro' })
  await user.type(within(dialog).getByLabelText(/^Tu pregunta/), '¿Atienden los sábados?')
  await user.type(within(dialog).getByLabelText(/^Nombre/), 'Bruno')
  await user.type(within(dialog).getByLabelText(/^Correo/), email)
  await user.click(within(dialog).getByRole('button', { name: 'Enviar' }))
  await screen.findByRole('dialog', { name: 'Falta enviarla desde tu correo' })
  await open(await pathTo(email))
  expect(await screen.findByRole('heading', { name: /recibió tu pregunta$/ })).toBeTruthy()
})

async function pathTo(email: string): Promise<string> {
  const mail = (await listMails(platform, { limit: 50 })).find(({ to }) => to === email)
  return /\/question\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
}
