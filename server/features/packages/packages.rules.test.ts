import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideRefund, leftOf, refundableOf, sessionValues, stateOf } from './packages.rules.ts'

test('the values of the sessions sum to the price, and the last ones are worth a cent more', () => {
  expect(sessionValues({ priceCents: 1000, sessions: 3 })).toEqual([333, 333, 334])
  expect(sessionValues({ priceCents: 1_000_000, sessions: 10 })).toEqual(Array.from({ length: 10 }, () => 100_000))
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 50 }), fc.integer({ min: 50, max: 100_000_000 }), (sessions, priceCents) => {
      const values = sessionValues({ priceCents, sessions })
      expect(values.reduce((sum, value) => sum + value, 0)).toBe(priceCents)
      expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(1)
      expect(values).toEqual(values.toSorted((a, b) => a - b))
    }),
  )
})

const now = new Date('2026-11-28T12:00:00Z')
const sold = {
  sessions: 10,
  paidCents: 1_000_000,
  refundedCents: 0,
  refundedAt: null,
  isDisputed: false,
  validUntil: new Date('2026-12-28T03:00:00Z'),
  stoppedAt: null,
  reserved: 0,
  used: 3,
  usedCents: 300_000,
  lapsed: 0,
  lapsedCents: 0,
  now,
}

test('what is left is what was paid less the used sessions, never below zero', () => {
  expect(refundableOf(sold)).toBe(700_000)
  expect(refundableOf({ ...sold, paidCents: 200_000 })).toBe(0)
  expect(refundableOf({ ...sold, validUntil: now })).toBe(0)
  expect(refundableOf({ ...sold, isDisputed: true })).toBe(0)
  expect(refundableOf({ ...sold, lapsed: 6, lapsedCents: 600_000 })).toBe(100_000)
})

test('a session that comes back to a refunded package can be refunded afterwards', () => {
  const refunded = { ...sold, refundedCents: 700_000, refundedAt: now }
  expect(refundableOf(refunded)).toBe(0)
  expect(refundableOf({ ...refunded, used: 2, usedCents: 200_000 })).toBe(100_000)
})

test('a package has sessions left until they are reserved, it ends, its payment is disputed or it is refunded', () => {
  expect([stateOf(sold), leftOf(sold)]).toEqual(['active', 7])
  expect([stateOf({ ...sold, reserved: 7 }), leftOf({ ...sold, reserved: 7 })]).toEqual(['used_up', 0])
  expect([stateOf({ ...sold, validUntil: now }), leftOf({ ...sold, validUntil: now })]).toEqual(['expired', 0])
  expect([stateOf({ ...sold, refundedAt: now }), leftOf({ ...sold, refundedAt: now })]).toEqual(['refunded', 0])
  expect([stateOf({ ...sold, isDisputed: true }), leftOf({ ...sold, isDisputed: true })]).toEqual(['disputed', 0])
})

test('a refund takes the newest payments first, each at most once', () => {
  const payments = [
    { id: 1, amountCents: 500, refundedCents: 0 },
    { id: 2, amountCents: 300, refundedCents: 100 },
  ]
  expect(divideRefund(payments, 600).map(({ payment, cents }) => [payment.id, cents])).toEqual([
    [2, 200],
    [1, 400],
  ])
})
