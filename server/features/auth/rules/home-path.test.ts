import { expect, test } from 'vitest'
import { homePathOf } from './home-path.ts'

const person = { userType: 'patient', isStaff: false, isMember: false } as const

test('a centre, a patient, a member of a team and staff each land on their own page after signing in', () => {
  expect(homePathOf({ ...person, userType: 'center' })).toBe('/center/dashboard')
  expect(homePathOf(person)).toBe('/dashboard')
  expect(homePathOf({ ...person, isMember: true })).toBe('/center/dashboard?seccion=agenda')
  expect(homePathOf({ ...person, isStaff: true })).toBe('/admin/dashboard')
})
