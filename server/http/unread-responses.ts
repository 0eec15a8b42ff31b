import type { Server } from 'node:http'

/** A visitor on a slow connection still takes something; nginx waits as long (`send_timeout`). */
const takenWithinMs = 60_000

/**
 * Ends a response whose client has taken nothing of it for `withinMs`: it would keep its connection and its buffers without end.
 * A response that is still being computed has nothing to take. Live streams write often, and limit what waits themselves.
 */
export function endUnreadResponses(server: Server, { withinMs = takenWithinMs }: { withinMs?: number } = {}): void {
  server.on('request', (_, response) => {
    response.setTimeout(withinMs, () => {
      if (response.writableLength > 0) response.destroy()
    })
  })
}
