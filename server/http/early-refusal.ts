import type { IncomingMessage, ServerResponse } from 'node:http'
import { failRequest } from '#contract/errors.ts'
import { countedNetwork } from '#server/platform/addresses.ts'
import { newRequestId } from '#server/platform/ids.ts'
import { type Admission, accountShare } from './admission.ts'
import { countError } from './error-counts.ts'
import { errorBody } from './error-responses.ts'
import { noteDirectResponse } from './observed-requests.ts'
import { clientAddress, readBearer } from './visitor.ts'

const retryAfterSeconds = 5
/** Reads of the contract's routes, without the live stream, which stays open. */
const readPath = /^\/api\/v1\/(?!live\b)/

/** The path that the app will see, which has other spellings: `/./api`, or a whole address. */
function pathOf({ url = '' }: IncomingMessage): string {
  if (url.startsWith('/') && !url.includes('/.')) return url
  return URL.parse(url, 'http://localhost')?.pathname ?? url
}

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
  trustedProxies,
}: {
  admit: Admission
  trustedProxies: number
  standardHeaders: readonly (readonly [string, string])[]
}): EarlyRefusal {
  const inProgress = new Map<IncomingMessage, readonly string[]>()
  /** How many of them each access token and each network has. */
  const ofSender = new Map<string, number>()

  function count(senders: readonly string[], change: 1 | -1): void {
    for (const sender of senders) {
      const rest = (ofSender.get(sender) ?? 0) + change
      if (rest > 0) ofSender.set(sender, rest)
      else ofSender.delete(sender)
    }
  }

  /** Its access token, and its network: one network may have any number of accounts. */
  function sendersOf(request: IncomingMessage): string[] {
    const token = readBearer(request.headers.authorization)
    const network = countedNetwork(clientAddress({ incoming: request, trustedProxies }))
    return [token, network].filter((sender) => sender !== undefined)
  }

  /** One sender may have a part of the room: the rest would be refused later, after it kept others out. */
  function hasRoom(senders: readonly string[]): boolean {
    const room = admit.room('read')
    const share = Math.max(1, room * accountShare.read)
    return inProgress.size < room && senders.every((sender) => (ofSender.get(sender) ?? 0) < share)
  }

  function refuse(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || !readPath.test(pathOf(request))) return false
    const senders = sendersOf(request)
    if (hasRoom(senders)) {
      inProgress.set(request, senders)
      count(senders, 1)
      return false
    }
    const requestId = newRequestId()
    noteDirectResponse({ id: requestId, route: '/api/v1/*' })
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
    count(inProgress.get(request) ?? [], -1)
    inProgress.delete(request)
  }

  return { refuse, end }
}
