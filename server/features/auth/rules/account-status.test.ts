import { expect, test } from 'vitest'
import { isBlocked } from './account-status.ts'

const now = new Date('2026-12-01T15:00:00Z')

test('a suspension blocks an account until its end, to the millisecond', () => {
  const account = { status: 'suspended', suspended_until: now, suspension_reason: null }
  expect(isBlocked({ account, now: new Date(now.getTime() - 1) })).toBe(true)
  expect(isBlocked({ account, now })).toBe(false)
})

test.for([
  ['a suspension without an end blocks the account', 'suspended', true],
  ['a ban blocks the account', 'banned', true],
  ['a deleted account is blocked', 'deleted', true],
  ['an active account is not blocked', 'active', false],
] as const)('%s', ([, status, blocked]) => {
  expect(isBlocked({ account: { status, suspended_until: null, suspension_reason: null }, now })).toBe(blocked)
})
