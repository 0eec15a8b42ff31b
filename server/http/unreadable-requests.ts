import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { failRequest } from '#contract/errors.ts'
import { newRequestId } from '#server/platform/ids.ts'
import { errorBody } from './error-responses.ts'

/**
 * Responds to requests that Node's parser refuses, such as a request line over 16 KB or a message that is not HTTP. They never
 * reach a route, and Node's own response would be empty.
 */
export function respondToUnreadableRequests(server: Server): void {
  server.on('clientError', (problem: NodeJS.ErrnoException, socket: Duplex) => {
    if (problem.code === 'ECONNRESET' || !socket.writable) return
    const { status, error } = answerOf(problem)
    const body = JSON.stringify(errorBody({ error, requestId: newRequestId() }))
    socket.end(
      `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncache-control: no-store\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    )
  })
}

function answerOf({ code }: NodeJS.ErrnoException) {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { status: '431 Request Header Fields Too Large', error: failRequest('request.too_large') }
  }
  // A browser opens connections before it needs them. After this status it repeats a request that it has just sent on one of them.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: '408 Request Timeout', error: failRequest('request.too_slow') }
  }
  return { status: '400 Bad Request', error: failRequest('request.malformed') }
}
