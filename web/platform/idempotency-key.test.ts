import { expect, test } from 'vitest'
import { RequestKeys } from './idempotency-key.ts'

test('the same content keeps its key until it is answered, and another content has another', () => {
  const keys = new RequestKeys()
  const first = keys.keyOf({ totalCents: 185_000, method: 'wallet' })
  expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(keys.keyOf({ totalCents: 185_000, method: 'wallet' })).toBe(first)
  const cheaper = keys.keyOf({ totalCents: 170_000, method: 'wallet' })
  expect(cheaper).not.toBe(first)
  keys.answered()
  expect(keys.keyOf({ totalCents: 170_000, method: 'wallet' })).not.toBe(cheaper)
})
