import { expect, test } from 'vitest'
import { homePathOf } from './home-path.ts'

test('a centre, a patient and a member of a team each land on their own page after signing in', () => {
  expect(homePathOf({ userType: 'center', isMember: false })).toBe('/center/dashboard')
  expect(homePathOf({ userType: 'patient', isMember: false })).toBe('/dashboard')
  expect(homePathOf({ userType: 'patient', isMember: true })).toBe('/center/dashboard?seccion=agenda')
})
