import { expect, test } from 'vitest'

import { invitedAs } from './invited-as.ts'

test('an invited professional reads the name of the professional whose agenda it is', () => {
  expect(invitedAs({ role: 'professional', professionalName: 'Ana Pérez' }).label).toBe('Profesional: Ana Pérez')
})

test('an invited receptionist reads no professional’s name', () => {
  expect(invitedAs({ role: 'reception', professionalName: null }).label).toBe('Recepción')
})
