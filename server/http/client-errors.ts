import bowser from 'bowser'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { failRequest } from '#contract/errors.ts'
import { createBodyGuard } from '#server/api/body-guard.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { api } from '#server/api/procedures.ts'
import { limitUsualBodies } from '#server/api/usual-bodies.ts'
import { storeBrowserError } from '#server/platform/browser-errors.ts'
import { type DescribedError, describeScriptError, describeViolation } from '#server/platform/described-error.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempts } from '#server/platform/rate-limit.ts'
import { type Origin, originAttempts, originOf } from './request-limits.ts'

/** A page reports five at most; one that fails in a circle is reloaded by its reader, not by a program. */
const perMinute = 20
/** A browser collects reports for a minute and sends them together. */
const readReports = 10
const unreadCharacters = 2000

export const clientErrorsRoutes = {
  report: api.clientErrors.report.handler(async ({ input, context }) => {
    const { platform, visitor, connection } = context
    const origin = { address: visitor.address, visitorKey: visitor.key() }
    await limitReports(platform, origin)
    const described = describeScriptError(input)
    const browser = browserOf(connection?.incoming.headers['user-agent'])
    if (described) await storeBrowserError(platform, { ...described, browser, address: visitor.address })
    return { received: true as const }
  }),
}

/** POST /csp-reports: what the content security policy of a page refused, in both forms that browsers send. */
export function createPolicyReports({ platform }: { platform: Platform }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  // This runs before the body is read.
  app.use(async (c, next) => {
    if (c.req.method === 'POST') await limitReports(platform, originOf(c, platform))
    return next()
  })
  app.use(limitUsualBodies({ guardOf: () => createBodyGuard('application/json') }))
  app.post('/', async (c) => {
    const browser = browserOf(c.req.header('user-agent'))
    for (const error of await readViolations(c))
      await storeBrowserError(platform, { ...error, browser, address: c.var.address })
    return c.body(null, 204, { 'cache-control': 'no-store' })
  })
  return app
}

async function limitReports(platform: Platform, origin: Origin): Promise<void> {
  const limit = { name: 'http.client-errors', limit: perMinute, windowSeconds: 60 }
  await countAttempts(platform, originAttempts({ ...origin, ...limit }))
}

const text = z
  .string()
  .transform((value) => value.slice(0, unreadCharacters))
  .catch('')

/** https://www.w3.org/TR/CSP3/#deprecated-serialize-violation */
const olderReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
  }),
})
/** https://www.w3.org/TR/CSP3/#reporting */
const newerReport = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text, sourceFile: text }),
})

async function readViolations(c: Context<HttpEnv>): Promise<DescribedError[]> {
  const body: unknown = await c.req.json().catch(() => {
    throw failRequest('request.malformed')
  })
  const reports = Array.isArray(body) ? body.slice(0, readReports) : [body]
  return reports.flatMap((report) => {
    const older = olderReport.safeParse(report).data?.['csp-report']
    const newer = newerReport.safeParse(report).data?.body
    const described =
      (older &&
        describeViolation({
          // Older browsers write the whole directive.
          directive: (older['effective-directive'] || older['violated-directive']).split(' ', 1)[0] ?? '',
          blocked: older['blocked-uri'],
          source: older['source-file'],
          page: older['document-uri'],
        })) ??
      (newer &&
        describeViolation({
          directive: newer.effectiveDirective,
          blocked: newer.blockedURL,
          source: newer.sourceFile,
          page: newer.documentURL,
        }))
    return described ? [described] : []
  })
}

/** The browser's name and first number, such as `Chrome 131`: the rest of what it sends tells devices apart. */
function browserOf(userAgent = ''): string {
  if (userAgent === '') return ''
  const { name, version = '' } = bowser.parse(userAgent.slice(0, 400)).browser
  return name === undefined ? '' : `${name} ${version.split('.', 1)[0]}`.trim().slice(0, 50)
}
