import { createHash } from 'node:crypto'
import { Hono } from 'hono'

import { failRequest } from '#contract/errors.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { readFeed } from '#server/features/calendar-feeds/calendar-feeds.usecases.ts'
import type { Platform } from '#server/platform/platform.ts'
import { limitReading, originOf } from './request-limits.ts'

/** The form of newSecret(). */
const feedName = /^([\w-]{43})\.ics$/

/** At /calendar: a request with a feed's address gets the current calendar. Programs poll it, and usually get 304. */
export function createCalendarFeeds({ platform }: { platform: Platform }): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get('/:name', async (c) => {
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
