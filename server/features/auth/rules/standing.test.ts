import { expect, test } from 'vitest'
import { homePathOf, isBlocked } from './standing.ts'

test('each kind of account has its home', () => {
  expect(homePathOf({ userType: 'center', isMember: false })).toBe('/center/dashboard')
  expect(homePathOf({ userType: 'patient', isMember: false })).toBe('/dashboard')
  expect(homePathOf({ userType: 'patient', isMember: true })).toBe('/center/dashboard?seccion=agenda')
})

test('a suspension ends at its time to the millisecond, a ban never', () => {
  const now = new Date('2026-12-01T15:00:00Z')
  const suspended = { status: 'suspended', suspended_until: now, suspension_reason: null }
  expect(isBlocked({ standing: suspended, now: new Date(now.getTime() - 1) })).toBe(true)
  expect(isBlocked({ standing: suspended, now })).toBe(false)
  expect(isBlocked({ standing: { ...suspended, suspended_until: null }, now })).toBe(true)
  expect(isBlocked({ standing: { status: 'banned', suspended_until: null, suspension_reason: null }, now })).toBe(true)
  expect(isBlocked({ standing: { status: 'active', suspended_until: null, suspension_reason: null }, now })).toBe(false)
})
