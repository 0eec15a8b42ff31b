import { type Context, Hono } from 'hono'
import type { HttpEnv } from '#server/api/context.ts'
import { limitUsualBodies } from '#server/api/usual-bodies.ts'
import { receivesMails, setMailsByLink } from '#server/features/notifications/usecases/unsubscribe.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readUnsubscribe, type Unsubscribe } from '#server/platform/unsubscribe-links.ts'
import { respondWithPage } from './rendered-page.ts'
import { limitReading, originOf } from './request-limits.ts'
import { unknownUnsubscribePage, unsubscribedPage, unsubscribePage } from './standalone-pages.ts'

/** An address has five times as much: a mailbox provider sends the requests of all its users from a few addresses. */
const perMinute = 600

/**
 * At /baja: stops promotional mails from the link in the mail or from the button of the mail program (RFC 8058), without cookies
 * and without signing in. Programs that scan mails open links, so GET only asks.
 */
export function createUnsubscribe({ platform }: { platform: Platform }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.use(async (c, next) => {
    await limitReading({ platform, name: 'http.unsubscribe', origin: originOf(c, platform), perMinute })
    await next()
    // The address is a secret of the reader.
    c.res.headers.set('referrer-policy', 'no-referrer')
    c.res.headers.set('x-robots-tag', 'noindex')
  })
  app.use(limitUsualBodies({ guardOf: () => acceptEveryChunk }))

  app.get('/:token', async (c) => {
    const link = readLink(c)
    if (!link) return respondWithPage({ c, page: await unknownUnsubscribePage() })
    const isOn = await receivesMails(platform, link)
    return respondWithPage({ c, page: isOn ? await unsubscribePage(link) : await unsubscribedPage(link) })
  })

  app.post('/:token', async (c) => {
    const link = readLink(c)
    if (!link) return respondWithPage({ c, page: await unknownUnsubscribePage() })
    const isOn = new URLSearchParams(await c.req.text()).get('accion') === 'volver'
    await setMailsByLink(platform, { ...link, isOn })
    return respondWithPage({
      c,
      page: isOn ? await unsubscribePage({ ...link, isRestored: true }) : await unsubscribedPage(link),
    })
  })

  function readLink(c: Context<HttpEnv>): Unsubscribe | undefined {
    return readUnsubscribe(platform, c.req.param('token') ?? '')
  }
  return app
}

/** Whatever a mail program sends unsubscribes; only the page's own button sends something else. */
function acceptEveryChunk(): void {}
