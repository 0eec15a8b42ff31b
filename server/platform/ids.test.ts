import { expect, test } from 'vitest'

import { hashSecret, newId, newSecret } from './ids.ts'

test('ids that are created one after another are valid UUIDv7, all different, and sort in the order of their creation', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('an id contains the millisecond of its creation', () => {
  const before = Date.now()
  const madeAt = Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16)
  expect(madeAt).toBeGreaterThanOrEqual(before)
  expect(madeAt).toBeLessThanOrEqual(Date.now())
})

test('a secret contains 256 bits, and its hash is the same every time', () => {
  const secret = newSecret()
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(newSecret()).not.toBe(secret)
  expect(hashSecret(secret)).toMatch(/^[0-9a-f]{64}$/)
  expect(hashSecret(secret)).toBe(hashSecret(secret))
})
