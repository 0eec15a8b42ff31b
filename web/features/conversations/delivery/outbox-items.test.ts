import { expect, test } from 'vitest'

import { nextOf, outcomeOf, parseItems, withItem, withoutItems, withRefusal, withRetry } from './outbox-items.ts'

const item = (id: string, conversationId = 'c') => ({
  id,
  conversationId,
  content: id,
  createdAt: '2026-11-20T12:00:00Z',
})

test('each conversation sends its messages in the order in which they were written', () => {
  const items = [item('a'), item('x', 'other'), item('b')]
  expect(nextOf(items, 'c')?.id).toBe('a')
  expect(nextOf(items, 'other')?.id).toBe('x')
  expect(nextOf(withoutItems(items, new Set(['a'])), 'c')?.id).toBe('b')
})

test('a refused message waits for the user, and does not stop those after it', () => {
  const refused = withRefusal([item('a'), item('b')], 'a', 'Por ahora no.')
  expect(nextOf(refused, 'c')?.id).toBe('b')
  const retried = withRetry(refused, 'a')
  expect(retried.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(nextOf(withoutItems(retried, new Set(['b'])), 'c')?.id).toBe('a')
})

test('a first message that waits for the address is repeated, and is neither refused nor stuck', () => {
  const refused = { status: 409, code: 'conversations.email_unverified', message: 'Todavía no.', attempts: 9 }
  expect(outcomeOf({ ...refused, retryAfterSeconds: undefined })).toMatchObject({ kind: 'wait', isExpected: true })
})

test('a message with an id that is already queued is not queued again', () => {
  expect(withItem([item('a')], item('a'))).toHaveLength(1)
})

test('the intact messages of a damaged stored queue are kept', () => {
  expect(parseItems(null)).toEqual([])
  expect(parseItems('{')).toEqual([])
  expect(parseItems('{"a":1}')).toEqual([])
  expect(parseItems(JSON.stringify([item('a'), null, { id: 1 }, { ...item('b'), refusal: 3 }]))).toEqual([item('a')])
})

test('a lost connection and a failing server are retried at growing intervals', () => {
  const failure = { message: '', retryAfterSeconds: undefined }
  expect(outcomeOf({ ...failure, status: undefined, attempts: 1 })).toEqual({ kind: 'wait', ms: 1000 })
  expect(outcomeOf({ ...failure, status: 503, attempts: 3 })).toEqual({ kind: 'wait', ms: 4000 })
  expect(outcomeOf({ ...failure, status: undefined, attempts: 50 })).toEqual({ kind: 'wait', ms: 30_000 })
})

test('a user who sends too fast waits as long as the server says, and reads why', () => {
  expect(outcomeOf({ status: 429, message: 'Muy rápido.', retryAfterSeconds: 7, attempts: 1 })).toEqual({
    kind: 'wait',
    ms: 7000,
    reason: 'Muy rápido.',
  })
})

test('any other refusal is shown with its reason', () => {
  for (const status of [403, 404, 409, 422]) {
    expect(outcomeOf({ status, message: 'No.', retryAfterSeconds: undefined, attempts: 1 })).toEqual({
      kind: 'refused',
      reason: 'No.',
    })
  }
  expect(outcomeOf({ status: 401, message: '', retryAfterSeconds: undefined, attempts: 1 })).toEqual({ kind: 'stop' })
})
