import { Hono } from 'hono'
import { z } from 'zod'

import { failRequest } from '#contract/errors.ts'
import { createBodyGuard } from '#server/api/body-guard.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { limitUsualBodies } from '#server/api/usual-bodies.ts'
import { receiveNotification } from '#server/features/checkouts/usecases/receive-notification.ts'
import type { Platform } from '#server/platform/platform.ts'
import { limitReading } from './request-limits.ts'

/** Only the payment's id is read here; the payment itself is then read from the gateway. */
const notification = z.object({ data: z.object({ id: z.string().min(1).max(40) }) })

/** At /webhooks: receives the payment gateway's notifications. The gateway repeats one after any response but 200. */
export function createWebhooks({ platform }: { platform: Platform }): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .use(limitUsualBodies({ guardOf: createBodyGuard }))
    .post('/payments/:gateway', async (c) => {
      await limitReading({ platform, name: 'http.webhooks', address: c.var.address, perMinute: 3000 })
      if (c.req.param('gateway') !== platform.gateway?.name) throw failRequest('request.not_found')
      const body = notification.safeParse(await c.req.json().catch(() => undefined))
      if (!body.success) throw failRequest('request.malformed')
      const isSigned = await receiveNotification(platform, {
        paymentId: body.data.data.id,
        requestId: c.req.header('x-request-id') ?? '',
        signature: c.req.header('x-signature') ?? '',
      })
      return c.body(null, isSigned ? 200 : 401)
    })
}
