import { expect, test } from 'vitest'

import { NoTurnError } from '#server/platform/turns.ts'

import { toAnswer } from './error-answers.ts'

test('work for which there was no turn is to be asked for again later, and no failure', () => {
  expect(toAnswer(new NoTurnError())).toMatchObject({ code: 'service.unavailable', status: 503 })
})

test('what nobody foresaw is a failure that says nothing of itself', () => {
  const answer = toAnswer(new Error('relation "users" does not exist'))
  expect(answer).toMatchObject({ code: 'service.failure', status: 500 })
  expect(JSON.stringify(answer)).not.toContain('users')
})
