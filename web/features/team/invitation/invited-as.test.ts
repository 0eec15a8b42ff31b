import { expect, test } from 'vitest'

import { invitedAs } from './invited-as.ts'

test('a professional reads whose agenda it is about', () => {
  expect(invitedAs({ role: 'professional', professionalName: 'Ana Pérez' }).label).toBe('Profesional: Ana Pérez')
})

test('the reception has no agenda of its own', () => {
  expect(invitedAs({ role: 'reception', professionalName: null }).label).toBe('Recepción')
})
