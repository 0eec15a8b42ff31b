import { EventSourceParserStream } from 'eventsource-parser/stream'

/**
 * The messages of a stream of server-sent events, each parsed from JSON. Ends with the stream; throws when the connection
 * is lost.
 */
export async function* eventsOf(response: Response): AsyncGenerator<unknown> {
  if (!response.body) return
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  // Safari's streams are not async iterable.
  const reader = events.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || value.event === 'done') return
      if (value.event === 'error') throw new Error('the server ended the stream')
      yield JSON.parse(value.data)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
