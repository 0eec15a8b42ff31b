import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { buildMember } from '#server/testing/builders.ts'
import { buildVisits } from '#server/testing/visits.ts'

import { expectAccessible, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

test('a receptionist types three counted amounts, presses Enter, and finds the closing in the history', async () => {
  const { centerId, visit } = await buildVisits(platform)
  await visit('2026-11-02T10:00:00', { paid: [60_000, 'efectivo'], patientName: 'Irma Sosa' })
  const { userId } = await buildMember(platform, { centerId, role: 'reception' })
  const user = await open('/center/dashboard?seccion=caja', { as: userId })
  await screen.findByText('Irma Sosa')
  await expectAccessible()
  await user.type(screen.getByLabelText(/^Efectivo/), '600')
  await user.type(screen.getByLabelText(/^Débito/), '0')
  await user.type(screen.getByLabelText(/^Transferencia/), '0{Enter}')
  await screen.findByText('Todavía no hay cobros')
  await user.click(screen.getByRole('tab', { name: 'Cierres' }))
  await screen.findByText(/^Cierre 1/)
  await expectAccessible()
  await user.click(screen.getByRole('tab', { name: 'Por cobrar' }))
  await screen.findByText(/^Falta cobrar/)
  expect(screen.getByText('Irma Sosa')).toBeTruthy()
  await expectAccessible()
})
