import { Hono } from 'hono'

import { failRequest } from '#contract/errors.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { limitUsualBodies } from '#server/api/usual-bodies.ts'
import { receiveNotification } from '#server/features/checkouts/usecases/receive-notification.ts'
import type { Platform } from '#server/platform/platform.ts'
import { limitReading, originOf } from './request-limits.ts'

/**
 * At /webhooks: receives the payment gateway's notifications. The gateway repeats one after any response but 200, and stops
 * notifying after many of them, so topics that Senda does not use and bodies that it cannot read are accepted, too.
 */
export function createWebhooks({ platform }: { platform: Platform }): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .use(limitUsualBodies({ guardOf: () => acceptEveryChunk }))
    .post('/payments/:gateway', async (c) => {
      const { address } = c.var
      await limitReading({ platform, name: 'http.webhooks', origin: originOf(c, platform), perMinute: 600 })
      if (c.req.param('gateway') !== platform.gateway?.name) throw failRequest('request.not_found')
      const { headers } = c.req.raw
      const request = { query: new URL(c.req.url).searchParams, headers, body: await c.req.text() }
      await receiveNotification(platform, { request, address })
      return c.body(null, 200)
    })
}

/** The body's type and contents do not matter: a short one is read as JSON, and otherwise ignored. */
function acceptEveryChunk(): void {}
