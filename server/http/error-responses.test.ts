import { expect, test } from 'vitest'

import { QueueTimeoutError } from '#server/platform/limiter.ts'

import { toAnswer } from './error-responses.ts'

test('work for which there was no turn is to be asked for again later, and no failure', () => {
  expect(toAnswer(new QueueTimeoutError())).toMatchObject({ code: 'service.unavailable', status: 503 })
})

test('an unexpected error responds with service.failure and none of its details', () => {
  const answer = toAnswer(new Error('relation "users" does not exist'))
  expect(answer).toMatchObject({ code: 'service.failure', status: 500 })
  expect(JSON.stringify(answer)).not.toContain('users')
})
