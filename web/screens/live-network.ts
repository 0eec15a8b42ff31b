import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import type { App } from '#server/http/app.ts'

/** The part of Node's response that a live stream uses. */
class StreamedResponse extends PassThrough {
  headersSent = false

  writeHead(): this {
    this.headersSent = true
    this.emit('begin')
    return this
  }
}

/** A request of a live stream without a network: the server writes to it until the page aborts it. */
export async function fetchLive(app: App, request: Request): Promise<Response> {
  const stream = new StreamedResponse()
  request.signal.addEventListener('abort', () => stream.destroy(), { once: true })
  const incoming = { method: 'GET', headers: {}, socket: { remoteAddress: '127.0.0.1' } } as IncomingMessage
  const begun = once(stream, 'begin').then(() => undefined)
  const refusal = await Promise.race([
    begun,
    app.fetch(request, { incoming, outgoing: stream as unknown as ServerResponse }),
  ])
  if (refusal) return refusal
  const body = Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}
