import { afterEach, expect, test, vi } from 'vitest'

import { QueueTimeoutError } from '#server/platform/limiter.ts'

import { hashesAtOnce, hashPassword, isPasswordRight } from './passwords.ts'

afterEach(() => {
  vi.useRealTimers()
})

const withoutAccount = { password: 'sombra-de-ceibo', passwordHash: null }

test('after a comparison without an account timed out in the queue, the next one succeeds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // As many as run in parallel, so that the next one waits.
  const before = Array.from({ length: hashesAtOnce }, () => hashPassword('sombra-de-ceibo'))
  const waiting = expect(isPasswordRight(withoutAccount)).rejects.toThrow(QueueTimeoutError)
  vi.advanceTimersByTime(8_000)
  await waiting
  await Promise.all(before)
  expect(await isPasswordRight(withoutAccount)).toBe(false)
})

test('a password is right only for its own hash', async () => {
  const passwordHash = await hashPassword('sombra-de-ceibo')
  expect(await isPasswordRight({ password: 'sombra-de-ceibo', passwordHash })).toBe(true)
  expect(await isPasswordRight({ password: 'sombra-de-ombú', passwordHash })).toBe(false)
  expect(await isPasswordRight(withoutAccount)).toBe(false)
})
