import { availableParallelism } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'

import { QueueTimeoutError } from '#server/platform/limiter.ts'

import { hashPassword, isPasswordRight } from './passwords.ts'

afterEach(() => {
  vi.useRealTimers()
})

const nobody = { password: 'sombra-de-ceibo', passwordHash: null }

test('after there was no turn for an address without an account, the next one is compared again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // As many as run at once, so that what comes next waits.
  const before = Array.from({ length: Math.min(3, availableParallelism()) }, () => hashPassword('sombra-de-ceibo'))
  const waiting = expect(isPasswordRight(nobody)).rejects.toThrow(QueueTimeoutError)
  vi.advanceTimersByTime(8_000)
  await waiting
  await Promise.all(before)
  expect(await isPasswordRight(nobody)).toBe(false)
})

test('a password is right for its own hash alone', async () => {
  const passwordHash = await hashPassword('sombra-de-ceibo')
  expect(await isPasswordRight({ password: 'sombra-de-ceibo', passwordHash })).toBe(true)
  expect(await isPasswordRight({ password: 'sombra-de-ombú', passwordHash })).toBe(false)
  expect(await isPasswordRight(nobody)).toBe(false)
})
