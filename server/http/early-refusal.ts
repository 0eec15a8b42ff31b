import type { IncomingMessage, ServerResponse } from 'node:http'
import { failRequest } from '#contract/errors.ts'
import { newRequestId } from '#server/platform/ids.ts'
import { type Admission, accountShare } from './admission.ts'
import { countError } from './error-counts.ts'
import { errorBody } from './error-responses.ts'

const retryAfterSeconds = 5
/** Reads of the contract's routes, without the live stream, which stays open. */
const readPath = /^\/api\/v1\/(?!live\b)/

export type EarlyRefusal = {
  /** @returns whether it has refused the request, and has responded. */
  refuse(request: IncomingMessage, response: ServerResponse): boolean
  /** The request's work is over, although its response may wait for a client that does not read. Safe to call twice. */
  end(request: IncomingMessage): void
}

/**
 * Refuses reads beyond what the process serves in time directly on Node's HTTP server, before the app. A refusal by the app costs
 * as much as a small read: under a flood, requests would wait for seconds before the process has looked at them.
 * `standardHeaders` are what the middleware adds to every response.
 */
export function createEarlyRefusal({
  admit,
  standardHeaders,
}: {
  admit: Admission
  standardHeaders: readonly (readonly [string, string])[]
}): EarlyRefusal {
  const inProgress = new Set<IncomingMessage>()
  /** How many of them each access token has. */
  const ofToken = new Map<string, number>()

  function count({ headers: { authorization } }: IncomingMessage, change: 1 | -1): void {
    if (authorization === undefined) return
    const rest = (ofToken.get(authorization) ?? 0) + change
    if (rest > 0) ofToken.set(authorization, rest)
    else ofToken.delete(authorization)
  }

  /** One token may have a part of the room: what its account sends otherwise would be refused later, after it kept others out. */
  function hasRoom({ headers: { authorization } }: IncomingMessage): boolean {
    const room = admit.room('read')
    const own = authorization === undefined ? 0 : (ofToken.get(authorization) ?? 0)
    return inProgress.size < room && own < Math.max(1, room * accountShare)
  }

  function refuse(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || !readPath.test(request.url ?? '')) return false
    if (hasRoom(request)) {
      inProgress.add(request)
      count(request, 1)
      return false
    }
    const requestId = newRequestId()
    const body = JSON.stringify(errorBody({ error: failRequest('service.unavailable'), requestId }))
    response.writeHead(503, [
      ...standardHeaders.flat(),
      ...['content-type', 'application/json', 'content-length', String(Buffer.byteLength(body))],
      ...['cache-control', 'no-store', 'retry-after', String(retryAfterSeconds), 'x-request-id', requestId],
    ])
    response.end(body)
    countError('reads beyond what is served in time')
    return true
  }

  function end(request: IncomingMessage): void {
    if (inProgress.delete(request)) count(request, -1)
  }

  return { refuse, end }
}
