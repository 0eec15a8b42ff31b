import { createHash } from 'node:crypto'
import { Hono } from 'hono'

import { failRequest } from '#contract/errors.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { readCalendarFile } from '#server/features/appointments/usecases/calendar-links.ts'
import { readFeed } from '#server/features/calendar-feeds/calendar-feeds.usecases.ts'
import type { Platform } from '#server/platform/platform.ts'
import { respondWithPage } from './rendered-page.ts'
import { limitReading, originOf } from './request-limits.ts'
import { expiredFilePage } from './standalone-pages.ts'

/** The name has the form of newSecret(). */
const feedName = /^([\w-]{43})\.ics$/

/**
 * At /calendar: a request with a feed's address gets the current calendar. Programs poll it, and usually get 304. Under
 * /calendar/cita: a patient's own appointment, for a browser that follows a link without the session.
 */
export function createCalendarFeeds({ platform }: { platform: Platform }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/cita/:token/cita.ics', async (c) => {
    await limitReading({ platform, name: 'http.calendar', origin: originOf(c, platform) })
    const file = await readCalendarFile(platform, { token: c.req.param('token') })
    if (file === undefined) return respondWithPage({ c, page: await expiredFilePage() })
    return c.body(file, 200, {
      'content-type': 'text/calendar; charset=utf-8',
      // iOS offers to add the event only when the file is not an attachment.
      'content-disposition': 'inline; filename="cita.ics"',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
  })
  return app.get('/:name', async (c) => {
    await limitReading({ platform, name: 'http.calendar', origin: originOf(c, platform) })
    const token = feedName.exec(c.req.param('name'))?.[1]
    const calendar = token === undefined ? undefined : await readFeed(platform, { token })
    if (calendar === undefined) throw failRequest('request.not_found')
    const etag = `"${createHash('sha256').update(calendar).digest('base64url').slice(0, 22)}"`
    const headers = {
      etag,
      // Only the requesting program may cache it, and must revalidate, because the address may have been revoked.
      'cache-control': 'private, no-cache',
      'content-disposition': 'inline; filename="senda.ics"',
      'x-robots-tag': 'noindex',
    }
    const known = c.req.header('if-none-match') ?? ''
    if (known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) return c.body(null, 304, headers)
    return c.body(calendar, 200, { ...headers, 'content-type': 'text/calendar; charset=utf-8' })
  })
}
