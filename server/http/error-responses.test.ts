import { ORPCError } from '@orpc/server'
import { expect, test } from 'vitest'

import { QueueTimeoutError } from '#server/platform/limiter.ts'

import { errorResponse, toContractError } from './error-responses.ts'
import { listRoutes } from './openapi.ts'

test('work that waited too long in a queue is reported as unavailable, not as a failure', () => {
  expect(toContractError(new QueueTimeoutError())).toMatchObject({ code: 'service.unavailable', status: 503 })
})

test('an unexpected error responds with service.failure and none of its details', () => {
  const contractError = toContractError(new Error('relation "users" does not exist'))
  expect(contractError).toMatchObject({ code: 'service.failure', status: 500 })
  expect(JSON.stringify(contractError)).not.toContain('users')
})

test('every error that the contract declares passes unchanged, whatever the name of its noun', () => {
  const codes = new Set(listRoutes().flatMap(({ procedure }) => Object.keys(procedure['~orpc'].errorMap)))
  const changed = [...codes].filter((code) => toContractError(new ORPCError(code, { status: 409 })).code !== code)
  expect(changed).toEqual([])
  expect(codes).toContain('centerRecords.own_center')
})

test('each refusal that ends on its own says when to try again, also where its error does not know', () => {
  const retryAfterOf = (status: number) =>
    errorResponse({ error: new ORPCError('appointments.too_many_holds', { status }), requestId: 'r' }).headers.get(
      'retry-after',
    )
  expect([429, 503, 409].map(retryAfterOf)).toEqual(['60', '60', null])
})
