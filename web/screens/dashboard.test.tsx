import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { buildPatient } from '#server/testing/builders.ts'

import { startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

test('a patient without appointments is invited to search for a centre', async () => {
  const { patientId } = await buildPatient(platform)
  await open('/dashboard', { as: patientId })
  expect(await screen.findByText('No tienes citas próximas')).toBeDefined()
})
