// @vitest-environment happy-dom
import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#web/testing/screen.tsx'
import { ResendConfirmation } from './resend-confirmation.tsx'

vi.mock('#web/platform/session.ts', () => ({ client: async () => ({}) }))
vi.mock('../captcha/use-captcha.tsx', () => ({ useCaptcha: () => ({ field: null, isReady: true }) }))

test('the notice above the page has no button of its own where the page offers the same mail, nor has a second place', async () => {
  await renderScreen(
    <>
      <ResendConfirmation email="ana@ejemplo.uy" label="Reenviar correo" isAbovePage />
      <ResendConfirmation email="ana@ejemplo.uy" label="Reenviar correo de confirmación" />
      <ResendConfirmation email="ana@ejemplo.uy" label="Enviarme el enlace" />
      <ResendConfirmation email="ana@ejemplo.uy" label="Reenviar" type="email_change" />
    </>,
  )
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names()).toEqual(['Enviarme el enlace', 'Reenviar'])
})

test('alone, the notice above the page has it', async () => {
  await renderScreen(<ResendConfirmation email="ana@ejemplo.uy" label="Reenviar correo" isAbovePage />)
  screen.getByRole('button', { name: 'Reenviar correo' })
})
