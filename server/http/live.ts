import { failRequest } from '#contract/errors.ts'
import type { LiveEvent } from '#contract/live.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { liveStreamsOf } from './live-streams.ts'

export const liveRoutes = {
  /** Writes to Node's response itself: a stream through the layers of the API would cost five times its memory. */
  stream: api.live.stream.handler(async ({ input, context }) => {
    const { userId, sessionId } = requireActor(context)
    const { connection } = context
    if (!connection) throw failRequest('request.not_found')
    const { outgoing: response } = connection
    await liveStreamsOf(context.platform).open({ userId, sessionId, after: input.after, response })
    return nothing()
  }),
}

/** The contract's output, empty because the events go directly to Node's response. */
async function* nothing(): AsyncGenerator<LiveEvent> {}
