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
    const tooLong = problem.code === 'HPE_HEADER_OVERFLOW'
    const error = tooLong ? failRequest('request.too_large') : failRequest('request.malformed')
    const body = JSON.stringify(errorBody({ error, requestId: newRequestId() }))
    const status = tooLong ? '431 Request Header Fields Too Large' : '400 Bad Request'
    socket.end(
      `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncache-control: no-store\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    )
  })
}
