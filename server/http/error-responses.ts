import { ORPCError, ValidationError } from '@orpc/server'

import type { ErrorBody } from '#contract/error-body.ts'
import { failRequest } from '#contract/errors.ts'
import { QueueTimeoutError } from '#server/platform/limiter.ts'
import type { Log } from '#server/platform/log.ts'
import { isDatabaseUnavailable } from '#server/platform/postgres/database.ts'

/**
 * The one place that decides what an error looks like from outside: a contract's error passes as it is,
 * input that does not fit its schema becomes `request.invalid`, a database that is away or too busy, or work for which
 * there was no turn, `service.unavailable`, and everything else `service.failure`, whose details stay in our log under the request's id.
 */
export function toAnswer(error: unknown): ORPCError<string, unknown> {
  if (error instanceof ORPCError) {
    if (error.status < 500 && error.cause instanceof ValidationError) {
      const fields = error.cause.issues.map(({ path = [], message }) => ({
        path: path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
        message,
      }))
      return failRequest('request.invalid', { fields })
    }
    if (isContractCode(error.code)) return error
    if (error.status === 413) return failRequest('request.too_large')
    if (error.status < 500) return failRequest('request.malformed')
  }
  if (isDatabaseUnavailable(error) || error instanceof QueueTimeoutError) return failRequest('service.unavailable')
  return failRequest('service.failure')
}

/** Like toAnswer, and writes to the log what the answer hides. */
export function answerAndLog({
  error,
  requestId,
  where,
  log,
}: {
  error: unknown
  log: Log
  requestId: string
  where: string
}): ORPCError<string, unknown> {
  const answer = toAnswer(error)
  const about = { requestId, where, err: error }
  // An answer that is the error itself was logged where it was made from something else.
  if (answer.status >= 500 && answer !== error) {
    if (answer.code === 'service.unavailable') log.warn(about, 'unavailable')
    else log.error(about, 'request failed')
  }
  return answer
}

/** For what fails outside of a contract's route. Every such code is one that any route may answer, thus `defined`. */
export function errorBody({ error, requestId }: { error: ORPCError<string, unknown>; requestId: string }): ErrorBody {
  return { ...error.toJSON(), defined: true, requestId }
}

export function errorResponse(input: { error: ORPCError<string, unknown>; requestId: string }): Response {
  const headers = new Headers({ 'cache-control': 'no-store' })
  const data: unknown = input.error.data
  if (typeof data === 'object' && data !== null && 'retryAfterSeconds' in data) {
    headers.set('retry-after', String(data.retryAfterSeconds))
  }
  return Response.json(errorBody(input), { status: input.error.status, headers })
}

/** Codes of the contract are `noun.what_happened`; the library's own are in capitals. */
export function isContractCode(code: string): boolean {
  return /^[a-z_]+\.[a-z_]+$/.test(code)
}
