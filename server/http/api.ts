import { createRouterClient, ORPCError, type RouterClient } from '@orpc/server'
import { type Context, Hono } from 'hono'

import { failRequest } from '#contract/errors.ts'
import { livePositionHeader } from '#contract/pages.ts'
import type { Actor } from '#server/api/actor.ts'
import type { EntryContext, HttpEnv } from '#server/api/context.ts'
import { requireSameSite } from '#server/api/same-site.ts'
import { countedNetwork } from '#server/platform/addresses.ts'
import { withDeadline } from '#server/platform/deadline.ts'
import { newRequestId } from '#server/platform/ids.ts'
import { loggablePath } from '#server/platform/loggable-path.ts'
import { countAct, outcomeOf } from '#server/platform/metrics.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Db, pipelined } from '#server/platform/postgres/database.ts'
import { currentRequest } from '#server/platform/request-note.ts'
import { StreamedFile } from '#server/platform/streamed-file.ts'
import { type Admission, kindOf } from './admission.ts'
import { ApiHandler, type ApiRouter } from './api-handler.ts'
import { attachment } from './attachment.ts'
import { actOf } from './counted-acts.ts'
import type { EarlyRefusal } from './early-refusal.ts'
import { isContractCode, logAndConvert, retryAfterOf } from './error-responses.ts'
import { limitBodies } from './request-bodies.ts'
import { limitReading, limitWriting, originOf } from './request-limits.ts'
import type { router } from './router.ts'
import { createVisitor, readBearer, renderingVisitor } from './visitor.ts'

type AppRouter = typeof router
export type RenderingClient = RouterClient<AppRouter>
type Authenticate = (bearer: string, db: Db) => Promise<Actor | undefined>

/** This is longer than any route needs; a live stream sends its headers much earlier. */
const respondWithinMs = 20_000
/**
 * Public routes that are expensive for the database, with the limit that counts them. By name, because one route has many
 * spellings of its address. Suggestions follow each pause in typing; a recommendation costs more than a search.
 */
const costly: ReadonlyMap<string, { name: string; perMinute?: number }> = new Map([
  ['centers.search', { name: 'http.search' }],
  ['map.centers', { name: 'http.search' }],
  ['appointments.freeTimes', { name: 'http.search' }],
  ['suggestions.list', { name: 'http.suggestions', perMinute: 480 }],
  ['recommendations.list', { name: 'http.recommendations', perMinute: 80 }],
])
/** The highest index in brackets, as in `specialties[3]`: the library makes a list as long as its highest index. */
const highestIndex = 99

export function createApi({
  platform,
  router,
  authenticate,
  admit,
  onWorkEnd,
}: {
  platform: Platform
  router: ApiRouter
  authenticate: Authenticate
  admit: Admission
  onWorkEnd: EarlyRefusal['end']
}): Hono<HttpEnv> {
  const { settings } = platform
  const handler = createHandler({ platform, router })
  const app = new Hono<HttpEnv>()
  // This runs before the body is read.
  app.use('/*', async (c, next) => {
    // What a request checks before its route: the limit of its address and its session share a round trip.
    const db = pipelined(platform.db)
    const identity = createIdentity({
      authorization: c.req.header('authorization'),
      authenticate: (bearer) => authenticate(bearer, db),
    })
    c.set('identity', identity)
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      requireSameSite({ request: c.req.raw, publicUrl: settings.publicUrl })
      // Together: nearly every write needs both.
      const origin = originOf(c, platform)
      await admit('write', () => Promise.all([limitWriting({ ...platform, db, ...origin }), identity.authenticate()]))
    }
    await next()
  })
  const accountOf = async (c: Context<HttpEnv>): Promise<string | undefined> =>
    (await c.var.identity.authenticate())?.userId
  app.use('/*', limitBodies({ platform, accountOf }))
  /** The requests of one account, however expensive, leave turns to the others. */
  async function runInTurn<T>({ method, identity, network, work }: TurnInput<T>): Promise<T> {
    const kind = kindOf(method)
    if (identity.bearer === undefined) return await admit(kind, work)
    // The session of a write was read with its limit, before its body.
    const actor = await (kind === 'read' ? admit.session(() => identity.authenticate()) : identity.authenticate())
    return actor ? await admit.ofAccount(kind, { ...actor, network }, work) : await admit(kind, work)
  }
  app.all('/*', async (c) => {
    const { visitor, cookies } = createVisitor({
      address: c.var.address,
      cookie: c.req.header('cookie'),
      secure: settings.publicUrl.startsWith('https:'),
      secret: platform.secret,
    })
    const context: EntryContext = {
      platform,
      requestId: c.var.requestId,
      visitor,
      connection: (c.env as Partial<HttpEnv['Bindings']> | undefined)?.outgoing && c.env,
      ...c.var.identity,
      inTurn: (work) =>
        runInTurn({ method: c.req.method, identity: c.var.identity, network: countedNetwork(c.var.address), work }),
    }
    // Some private reads leave a trace, as that of a clinical record, and no client of them sends HEAD.
    if (c.req.method === 'HEAD' && (await accountOf(c)) !== undefined) {
      return c.body(null, 405, { allow: 'GET' })
    }
    // The contract has no HEAD: it is a GET whose body the HTTP server leaves out.
    const request = c.req.method === 'HEAD' ? new Request(c.req.raw, { method: 'GET' }) : c.req.raw
    // Before the route reads anything.
    const livePosition = context.bearer === undefined ? undefined : platform.live.lastPosition()
    const work = handler.handle(request, { context })
    c.set('work', work)
    const { connection } = context
    if (connection) void work.catch(() => undefined).then(() => onWorkEnd(connection.incoming))
    const result = await withDeadline({
      milliseconds: respondWithinMs,
      work,
      error: () => failRequest('service.unavailable'),
    })
    if (!result.matched) throw failRequest('request.not_found')
    // A live stream writes to Node's response itself: there is nothing left to respond. Unlike Hono's RESPONSE_ALREADY_SENT,
    // which middleware may copy into a new response, a promise without an end is not overwritten, and is garbage-collected.
    if (context.connection?.outgoing.headersSent) return new Promise<never>(() => undefined)
    return finish({ response: result.response, cookies: cookies(), livePosition })
  })
  return app
}

type TurnInput<T> = {
  method: string
  identity: HttpEnv['Variables']['identity']
  network: string | undefined
  work: () => Promise<T>
}

/** Maps requests to routes, and turns every error into the contract's with its request id. */
function createHandler({ platform, router }: { platform: Platform; router: ApiRouter }): ApiHandler {
  const { log } = platform
  return new ApiHandler(router, {
    maxBracketNotationArrayIndex: highestIndex,
    clientInterceptors: [
      async ({ context, path, procedure, next }) => {
        const note = currentRequest()
        if (note) note.route = procedure['~orpc'].route.path ?? '/'
        const act = actOf(path)
        try {
          const limit = costly.get(path.join('.'))
          const { visitor } = context
          const origin = { address: visitor.address, visitorKey: visitor.key() }
          if (limit) await limitReading({ platform, ...limit, origin })
          // Its body was read before, so that a slow connection keeps no turn.
          const output = context.inTurn ? await context.inTurn(async () => await next()) : await next()
          if (act) countAct(act, 'ok')
          return output
        } catch (error) {
          const converted = logAndConvert({ error, log, requestId: context.requestId, where: path.join('.') })
          if (act) countAct(act, outcomeOf(converted.status))
          throw converted
        }
      },
    ],
    interceptors: [
      async ({ context, request, next }) => {
        try {
          return await next()
        } catch (error) {
          // Errors of a route are converted above. What remains is an unreadable body or an internal error.
          if (isContractError(error)) throw error
          if (error instanceof SyntaxError || error instanceof TypeError) throw failRequest('request.malformed')
          throw logAndConvert({ error, log, requestId: context.requestId, where: loggablePath(request.url.pathname) })
        }
      },
    ],
    rootInterceptors: [
      async ({ context, next }) => {
        const result = await next()
        if (result.matched && result.response.body instanceof StreamedFile) {
          const { body } = result.response
          result.response.headers = streamHeaders(body)
          result.response.body = body.stream()
        }
        if (result.matched && result.response.status >= 400) {
          const seconds = retryAfterOf(result.response.body)
          if (seconds !== undefined) result.response.headers['retry-after'] = String(seconds)
          result.response.body = { ...(result.response.body as object), requestId: context.requestId }
        }
        return result
      },
    ],
  })
}

/**
 * Calls the same routes within this process while a page is rendered, without a session.
 * `onUnavailable` is called when the database is unreachable, so that the page can say so.
 */
export function createRenderingClient({
  platform,
  router,
  onUnavailable,
  onRead,
}: {
  platform: Platform
  router: AppRouter
  onUnavailable(): void
  /** Each call of a route, with its result unless it failed. */
  onRead(call: { route: string; input: unknown; output: unknown }): void
}): RenderingClient {
  const requestId = newRequestId()
  const context: EntryContext = {
    platform,
    requestId,
    visitor: renderingVisitor,
    bearer: undefined,
    authenticate: () => Promise.resolve(undefined),
  }
  return createRouterClient(router, {
    context,
    interceptors: [
      async ({ path, input, next }) => {
        const route = path.join('.')
        let output: unknown
        try {
          output = await next()
          return output
        } catch (error) {
          const contractError = logAndConvert({ error, log: platform.log, requestId, where: `page: ${route}` })
          if (contractError.code === 'service.unavailable') onUnavailable()
          throw contractError
        } finally {
          onRead({ route, input, output })
        }
      },
    ],
  })
}

function createIdentity({
  authorization,
  authenticate,
}: {
  authorization: string | undefined
  authenticate(bearer: string): Promise<Actor | undefined>
}): Pick<EntryContext, 'bearer' | 'authenticate'> {
  const bearer = readBearer(authorization)
  let actor: Promise<Actor | undefined> | undefined
  return {
    bearer,
    authenticate() {
      actor ??= bearer === undefined ? Promise.resolve(undefined) : authenticate(bearer)
      return actor
    },
  }
}

/** A proxy must not buffer the file before it forwards it. */
function streamHeaders({ name, type }: StreamedFile) {
  return { 'content-type': type, 'content-disposition': attachment(name), 'x-accel-buffering': 'no' }
}

/** A response may be about one person, so no cache may keep it; proxies must not buffer a stream. */
function finish({
  response,
  cookies,
  livePosition,
}: {
  response: Response
  cookies: readonly string[]
  livePosition: string | undefined
}): Response {
  response.headers.set('cache-control', 'no-store')
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  if (livePosition !== undefined) response.headers.set(livePositionHeader, livePosition)
  if (response.headers.get('content-type')?.startsWith('text/event-stream'))
    response.headers.set('x-accel-buffering', 'no')
  // The browser must save an uploaded file and never show it as a page of Senda.
  const disposition = response.headers.get('content-disposition')
  if (disposition !== null) {
    response.headers.set('content-disposition', disposition.replace(/^inline\b/, 'attachment'))
    response.headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  }
  return response
}

function isContractError(error: unknown): error is ORPCError<string, unknown> {
  return error instanceof ORPCError && isContractCode(error.code)
}
