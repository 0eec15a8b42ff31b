import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { failRequest } from '#contract/errors.ts'
import type { Actor } from '#server/api/actor.ts'
import { hasTooManyParameters } from '#server/api/body-guard.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { newRequestId } from '#server/platform/ids.ts'
import { loggablePath } from '#server/platform/loggable-path.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { currentRequest } from '#server/platform/request-note.ts'
import { simuladoName } from '#server/simulado/simulado.ts'
import { type Admission, createAdmission } from './admission.ts'
import { createApi } from './api.ts'
import { createApiDocs } from './api-docs.ts'
import type { ApiRouter } from './api-handler.ts'
import { createCalendarFeeds } from './calendar-feeds.ts'
import { createPolicyReports } from './client-errors.ts'
import { compressResponses } from './compression.ts'
import { createConnectedAccounts } from './connected-accounts.ts'
import { createContactForm } from './contact-form.ts'
import { securityHeaderList, securityHeaders } from './content-security.ts'
import { createDevMail } from './dev-mail.ts'
import { createDownloadedFiles } from './downloaded-files.ts'
import { createEarlyRefusal, type EarlyRefusal } from './early-refusal.ts'
import { errorResponse, logAndConvert } from './error-responses.ts'
import { createHealth } from './health.ts'
import { createMetrics, type Pools } from './metrics.ts'
import { createObserver, noteReady } from './observed-requests.ts'
import { createPages, type PageHandler } from './pages.ts'
import { createPublicFiles } from './public-files.ts'
import { uploadPace } from './received-upload.ts'
import { router as appRouter } from './router.ts'
import { createSimuladoPages } from './simulado.ts'
import { createSitemap } from './sitemap.ts'
import { serveStaticFiles } from './static-files.ts'
import { endUnreadResponses } from './unread-responses.ts'
import { respondToUnreadableRequests } from './unreadable-requests.ts'
import { createUnsubscribe } from './unsubscribe.ts'
import { clientAddress } from './visitor.ts'
import { createWebManifest } from './web-manifest.ts'
import { createWebhooks } from './webhooks.ts'

/** Every component of the design system in its states (web/gallery). */
const componentsPath = '/dev/components'
const componentsPage = `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>Componentes</title></head>
<body><div id="root"></div><script type="module" src="/web/gallery/main.tsx"></script></body></html>`

const distFolder = resolve(import.meta.dirname, '../../dist')

export type App = {
  fetch: Hono<HttpEnv>['fetch']
  /**
   * Connects this app to a Node server; call it once, before `server.listen()`.
   * With `dev`, Vite's modules and its socket for hot reload come through the same server.
   */
  attach(server: Server): Promise<void>
  close(): Promise<void>
}

type AppInput = {
  platform: Platform
  dev: boolean
  authenticate(bearer: string, db: Db): Promise<Actor | undefined>
  authService: Hono<HttpEnv>
  /** Whether the process was asked to stop, and only ends what it has begun. */
  isStopping?: () => boolean
  /** The pools of this process by name, for /metrics; by default those of the platform. */
  pools?: Pools
  routes?: ApiRouter
  loadPages?: () => Promise<PageHandler>
}

/**
 * The whole HTTP application.
 * `authenticate` returns the caller behind an access token, undefined for an invalid one (forged, expired, session ended).
 * `authService` is mounted at /auth/v1; it reads the request's id and the visitor's address from `c.var`.
 * `routes` and `loadPages` replace the contract's routes and the build in tests.
 */
export async function createApp(input: AppInput): Promise<App> {
  const { platform, dev } = input
  let loadPages = input.loadPages ?? loadBuiltPages()
  let closePages = (): Promise<void> => Promise.resolve()

  const app = new Hono<HttpEnv>()
  addMiddleware(app, platform)
  const admit = createAdmission({ connections: platform.settings.databaseConnections })
  const standardHeaders = await securityHeaderList(platform.settings)
  const earlyRefusal = createEarlyRefusal({
    admit,
    standardHeaders,
    trustedProxies: platform.settings.trustedProxies,
  })
  await mountRoutes(app, { ...input, admit, onWorkEnd: earlyRefusal.end })
  if (!dev && !input.loadPages) {
    app.use(await serveStaticFiles({ folder: resolve(distFolder, 'client') }))
    // The scripts of the release before, for pages that one of its servers sent.
    app.use(await serveStaticFiles({ folder: resolve(distFolder, 'previous') }))
  }
  const pages = await createPages({ platform, router: appRouter, load: () => loadPages(), development: dev })
  app.on(['GET', 'HEAD'], '*', pages.handle)
  app.all('*', notFound)

  return {
    fetch: app.fetch,
    async attach(server) {
      const respond = getRequestListener(app.fetch)
      const listener: RequestListener = (request, response) => {
        if (earlyRefusal.refuse(request, response)) return
        void respond(request, response).finally(() => earlyRefusal.end(request))
      }
      const observe = createObserver(platform)
      server.headersTimeout = 10_000
      // Longer than a proxy keeps an idle connection (nginx: 60 s), or the proxy sends a request on one that is being closed.
      server.keepAliveTimeout = keepAliveMs
      // An upload that keeps its pace may take this long; every other body must arrive within its own shorter limit. Node checks
      // it after the pace's own total, so that the visitor gets a reason.
      server.requestTimeout = uploadPace.totalMs + 60_000
      respondToUnreadableRequests(server)
      endUnreadResponses(server)
      if (!dev) {
        server.on('request', (_request, response) => {
          // The proxy then opens its next connection to another process, instead of writing to one that is about to close.
          if (input.isStopping?.()) response.shouldKeepAlive = false
        })
        server.on('request', (request, response) =>
          observe(request, response, () => {
            if (!pages.respondFromCache(request, response)) listener(request, response)
          }),
        )
        return
      }
      const devPages = await startDevPages({ server })
      loadPages = devPages.load
      closePages = devPages.close
      server.on('request', (request, response) => {
        devPages.middleware(request, response, () => observe(request, response, () => listener(request, response)))
      })
    },
    close: () => closePages(),
  }
}

const keepAliveMs = 75_000
/** When a request that could not be served may be tried again. */
const unavailableSeconds = 5

/** What every request passes through: security headers, request id, network address, compression and error responses. */
function addMiddleware(app: Hono<HttpEnv>, { settings, log }: Platform): void {
  app.use(securityHeaders({ production: settings.production }))
  // Without a header's name, the middleware takes no id from the request: it could forge log lines.
  app.use(requestId({ headerName: '', generator: newRequestId }))
  app.use(async (c, next) => {
    const note = currentRequest()
    if (note) note.id = c.var.requestId
    await next()
    noteReady(c)
    c.res.headers.set('x-request-id', c.var.requestId)
    if (c.res.status === 503 && !c.res.headers.has('retry-after')) {
      c.res.headers.set('retry-after', String(unavailableSeconds))
    }
  })
  app.use(async (c, next) => {
    // A test that calls fetch itself has no Node server, and so no socket.
    const incoming = (c.env as Partial<HttpEnv['Bindings']> | undefined)?.incoming
    c.set('address', clientAddress({ incoming, trustedProxies: settings.trustedProxies }))
    if (hasTooManyParameters(c.req.url)) throw failRequest('request.too_large')
    await next()
  })
  app.use(compressResponses())
  app.onError((thrown, c) => {
    const error = logAndConvert({
      error: thrown,
      log,
      requestId: c.var.requestId,
      where: `${c.req.method} ${loggablePath(c.req.path)}`,
    })
    return errorResponse({ error, requestId: c.var.requestId })
  })
}

type MountInput = AppInput & { admit: Admission; onWorkEnd: EarlyRefusal['end'] }

/** Mounts everything but static files and pages. */
async function mountRoutes(
  app: Hono<HttpEnv>,
  {
    platform,
    authenticate,
    authService,
    isStopping = () => false,
    pools,
    routes = appRouter,
    admit,
    onWorkEnd,
  }: MountInput,
): Promise<void> {
  const { settings, files, pool, reserve } = platform
  app.route('/', createHealth({ platform, isStopping }))
  app.route('/metrics', createMetrics({ platform, pools: pools ?? { requests: pool, reserve: reserve.pool } }))
  app.route('/api', createApiDocs({ publicUrl: settings.publicUrl }))
  app.route('/api', createApi({ platform, router: routes, authenticate, admit, onWorkEnd }))
  app.route('/auth/v1', authService)
  app.all('/auth/v1/*', notFound)
  app.route('/files', createPublicFiles({ files }))
  app.all('/files/*', notFound)
  app.route('/contact', createContactForm({ platform }))
  app.route('/csp-reports', createPolicyReports({ platform }))
  app.all('/csp-reports/*', notFound)
  // A browser without scripts sent a form that needs them: the page says so.
  app.on('POST', formsWithScripts, (c) => c.redirect(c.req.path, 303))
  app.route('/webhooks', createWebhooks({ platform }))
  app.all('/webhooks/*', notFound)
  if (platform.gateway?.name === simuladoName) app.route('/simulado', createSimuladoPages({ platform }))
  app.all('/simulado/*', notFound)
  app.route('/connected-accounts', createConnectedAccounts({ platform }))
  app.all('/connected-accounts/*', notFound)
  app.route('/baja', createUnsubscribe({ platform }))
  app.all('/baja/*', notFound)
  app.route('/descargas', createDownloadedFiles({ platform, router: appRouter, admit }))
  app.all('/descargas/*', notFound)
  app.route('/calendar', createCalendarFeeds({ platform }))
  app.all('/calendar/*', notFound)
  if (settings.demo) app.route('/dev/mail', createDevMail({ platform }))
  if (settings.demo) app.route('/demo/portraits', (await import('#server/demo/portraits.ts')).createPortraits())
  app.all('/_serverFn/*', notFound)
  // Password managers open it: https://w3c.github.io/webappsec-change-password-url/
  app.get('/.well-known/change-password', (c) => c.redirect('/account?seccion=seguridad', 302))
  app.route('/', createSitemap({ platform }))
  app.route('/', createWebManifest())
}

/** Pages whose forms only the browser's scripts can send. */
const formsWithScripts = ['/auth', '/forgot-password', '/login', '/register', '/register-center', '/centro-de-registro']

function notFound(): never {
  throw failRequest('request.not_found')
}

/** The server's half of the build, loaded on first request. */
function loadBuiltPages(): () => Promise<PageHandler> {
  let loading: Promise<PageHandler> | undefined
  return () => {
    loading ??= import(pathToFileURL(resolve(distFolder, 'server/server.js')).href).then(
      (built: { default: PageHandler }) => built.default,
    )
    return loading
  }
}

/** Vite inside this process: browser modules, hot reload over our own HTTP server's socket, and pages from the sources. */
async function startDevPages({ server }: { server: Server }): Promise<{
  middleware(request: IncomingMessage, response: ServerResponse, next: () => void): void
  load(): Promise<PageHandler>
  close(): Promise<void>
}> {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    configLoader: 'native',
    clearScreen: false,
    server: { middlewareMode: true, ws: { server } },
  })
  return {
    middleware(request, response, next) {
      if (request.url !== componentsPath) return vite.middlewares(request, response, next)
      void vite
        .transformIndexHtml(componentsPath, componentsPage)
        .then((html) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html), next)
    },
    async load() {
      const { ssr } = vite.environments
      if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment for rendering.')
      const entry = (await ssr.runner.import('virtual:tanstack-start-server-entry')) as { default: PageHandler }
      return entry.default
    },
    close: () => vite.close(),
  }
}
