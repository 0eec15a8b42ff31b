import { ORPCError, ValidationError } from '@orpc/server'

import type { ErrorBody } from '#contract/error-body.ts'
import { failRequest } from '#contract/errors.ts'
import { isDiskFull } from '#server/platform/file-store.ts'
import { QueueTimeoutError } from '#server/platform/limiter.ts'
import type { Log } from '#server/platform/log.ts'
import { OutsideTimeoutError } from '#server/platform/outside-services.ts'
import { isDatabaseUnavailable } from '#server/platform/postgres/database.ts'
import { countError } from './error-counts.ts'

/**
 * The only place that decides which error a caller sees. A contract's error passes unchanged, and input that does not fit its
 * schema becomes `request.invalid`. An unavailable or overloaded database, an outside service that did not respond, and work
 * that waited too long in a queue become `service.unavailable`, and a full disk becomes `service.storage_full`. Every other error becomes `service.failure`; its details are only in the log, under the request's id.
 */
export function toContractError(error: unknown): ORPCError<string, unknown> {
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
  if (error instanceof QueueTimeoutError || error instanceof OutsideTimeoutError)
    return failRequest('service.unavailable')
  if (isDatabaseUnavailable(error)) return failRequest('service.unavailable')
  if (isDiskFull(error)) return failRequest('service.storage_full')
  return failRequest('service.failure')
}

/** Like toContractError(), and logs the details that the caller does not see. */
export function logAndConvert({
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
  const contractError = toContractError(error)
  const logged = { requestId, where, err: error }
  // An error that needs no conversion was logged when it was created.
  if (contractError.status >= 500 && contractError !== error) {
    // Refusing must cost less than serving.
    if (error instanceof QueueTimeoutError) log.debug(logged, 'refused: too much to do')
    else if (contractError.code === 'service.unavailable') log.warn(logged, 'unavailable')
    else log.error(logged, 'request failed')
    countError(where)
  }
  return contractError
}

/** The body is for failures outside the contract's routes. Every route declares these codes, so `defined` is true. */
export function errorBody({ error, requestId }: { error: ORPCError<string, unknown>; requestId: string }): ErrorBody {
  return { ...error.toJSON(), defined: true, requestId }
}

export function errorResponse(input: { error: ORPCError<string, unknown>; requestId: string }): Response {
  const headers = new Headers({ 'cache-control': 'no-store' })
  const seconds = retryAfterOf(input.error)
  if (seconds !== undefined) headers.set('retry-after', String(seconds))
  return Response.json(errorBody(input), { status: input.error.status, headers })
}

/** This is for a refusal that ends on its own, and whose error doesn't know when. */
const usualRetryAfterSeconds = 60

/** When the caller may try again, as the error says. Each 429 and 503 says something. */
export function retryAfterOf(error: unknown): number | undefined {
  const { data, status } = error as { data?: { retryAfterSeconds?: number }; status?: number }
  return data?.retryAfterSeconds ?? (status === 429 || status === 503 ? usualRetryAfterSeconds : undefined)
}

/** Codes of the contract are `noun.what_happened`; the library's own codes are in capitals. */
export function isContractCode(code: string): boolean {
  return /^[a-z][A-Za-z_]*\.[a-z_]+$/.test(code)
}
