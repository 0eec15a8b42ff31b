/**
 * The messages of a stream of server-sent events, each parsed from JSON. Ends with the stream; throws when the connection
 * is lost.
 */
export async function* eventsOf(response: Response): AsyncGenerator<unknown> {
  if (!response.body) return
  let unread = ''
  // Events end with an empty line. The server writes \n alone.
  for await (const text of textOf(response.body)) {
    const events = (unread + text).split('\n\n')
    unread = events.pop() ?? ''
    for (const event of events) {
      const lines = event.split('\n')
      const data = valuesOf(lines, 'data').join('\n')
      const [name = 'message'] = valuesOf(lines, 'event')
      if (name === 'error') throw new Error('the server ended the stream')
      if (name === 'done') return
      // A comment keeps the connection open.
      if (name === 'message' && data !== '') yield JSON.parse(data)
    }
  }
}

/** Safari's streams are not async iterable. */
async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function valuesOf(lines: readonly string[], field: string): string[] {
  return lines
    .filter((line) => line.startsWith(`${field}:`))
    .map((line) => line.slice(field.length + 1).replace(/^ /, ''))
}
