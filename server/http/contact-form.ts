import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { type Context, Hono } from 'hono'
import { zone } from '#contract/calendar.ts'
import { supportForm } from '#contract/support.ts'
import { createFormGuard } from '#server/api/body-guard.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { requireSameSite } from '#server/api/same-site.ts'
import { findUnstorableText } from '#server/api/unstorable-text.ts'
import { limitUsualBodies } from '#server/api/usual-bodies.ts'
import { sendRequest } from '#server/features/support/support.usecases.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readForm } from './form-body.ts'
import { respondWithPage } from './rendered-page.ts'
import { limitWriting, originOf } from './request-limits.ts'
import { contactRefusedPage, contactSentPage } from './standalone-pages.ts'

/** POST /contact: the form of the contact page, sent by a browser without scripts. The API's route does the same with them. */
export function createContactForm({ platform }: { platform: Platform }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  // This runs before the body is read.
  app.use(async (c, next) => {
    if (c.req.method !== 'POST') return next()
    requireSameSite({ request: c.req.raw, publicUrl: platform.settings.publicUrl })
    await limitWriting({ ...platform, ...originOf(c, platform) })
    return next()
  })
  return app.use(limitUsualBodies({ guardOf: createFormGuard })).post('/', async (c) => {
    const typed = await readFields(c)
    const checked = supportForm.safeParse(typed)
    if (!checked.success) {
      const errors = checked.error.issues.map(({ message }) => message)
      return respondWithPage({ c, page: await contactRefusedPage({ typed, errors, status: 400 }) })
    }
    return send(c, { platform, typed: checked.data, website: typed.website })
  })
}

type Fields = { name: string; email: string; message: string; website: string }

async function readFields(c: Context<HttpEnv>): Promise<Fields> {
  const body = await readForm(c)
  const read = (field: string) => {
    const value = body[field]
    return typeof value === 'string' && findUnstorableText(value) === undefined ? value : ''
  }
  // The hidden field has another name in the page, so that it attracts programs.
  return { name: read('name'), email: read('email'), message: read('message'), website: read('web_del_robot') }
}

async function send(
  c: Context<HttpEnv>,
  { platform, typed, website }: { platform: Platform; typed: Omit<Fields, 'website'>; website: string },
): Promise<Response> {
  const { address, visitorKey } = originOf(c, platform)
  const sender = { userId: undefined, visitorAddress: address, visitorKey, from: 'contact' as const, website }
  const day = localDay({ instant: platform.clock.now(), zone })
  const idempotencyKey = keyOf([day, c.var.address, typed.name, typed.email, typed.message])
  try {
    const reference = await sendRequest(platform, { ...typed, ...sender, idempotencyKey })
    return await respondWithPage({ c, page: await contactSentPage({ reference, email: typed.email }) })
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    // Too many messages, or no database: what was typed stays in the form.
    const page = await contactRefusedPage({ typed, errors: [error.message], status: error.status })
    return respondWithPage({ c, page })
  }
}

/** The same content from the same visitor is sent once a day, as a repeated press or a reload would send it again. */
function keyOf(parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}
