import { createRouterClient } from '@orpc/server'
import { type Context, Hono } from 'hono'

import type { FileRequest } from '#contract/downloads.ts'
import { failRequest } from '#contract/errors.ts'
import type { EntryContext, HttpEnv } from '#server/api/context.ts'
import { findCaller } from '#server/features/auth/sessions/authenticate.ts'
import { withDeadline } from '#server/platform/deadline.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { StreamedFile } from '#server/platform/streamed-file.ts'
import type { Admission } from './admission.ts'
import type { RenderingClient } from './api.ts'
import { attachment } from './attachment.ts'
import { downloadValidMs, readDownloadLink } from './download-links.ts'
import { logAndConvert } from './error-responses.ts'
import { respondWithPage } from './rendered-page.ts'
import { limitReading, originOf } from './request-limits.ts'
import type { router as appRouter } from './router.ts'
import { endedDownloadPage, failedDownloadPage } from './standalone-pages.ts'
import { renderingVisitor } from './visitor.ts'

/** This is longer than the first part of any file needs. */
const openWithinMs = 20_000
/** A browser inside another app reads an address twice, and a lost connection makes a person try again. */
const openingsPerLink = 10

type DownloadsInput = { platform: Platform; router: typeof appRouter; admit: Admission }

/**
 * At /descargas: one file of one account, for a browser that follows a sealed address without the session's token. The session
 * must still be open, and the file's own route decides about it as if that session had called it.
 */
export function createDownloadedFiles({ platform, router, admit }: DownloadsInput): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.use(async (c, next) => {
    await next()
    // The address is a secret of the reader.
    c.res.headers.set('referrer-policy', 'no-referrer')
    c.res.headers.set('x-robots-tag', 'noindex')
  })
  return app.get('/:token', async (c) => {
    const { requestId } = c.var
    try {
      await limitReading({ platform, name: 'http.downloads', origin: originOf(c, platform) })
      const token = c.req.param('token')
      const link = readDownloadLink(platform, { token })
      const actor = link && (await findCaller(platform, link.caller))
      if (!link || !actor) return await respondWithPage({ c, page: await endedDownloadPage() })
      // It is no opening: reading the file may be recorded, as that of a clinical record.
      if (c.req.method === 'HEAD') return c.body(null, 200, { ...fileHeaders, 'content-disposition': 'attachment' })
      const limit = { name: 'downloads.opened', limit: openingsPerLink, windowSeconds: downloadValidMs / 1000 }
      await countAttempt(platform, { ...limit, key: token })
      const context: EntryContext = {
        platform,
        requestId,
        visitor: renderingVisitor,
        bearer: token,
        authenticate: () => Promise.resolve(actor),
      }
      const file = await withDeadline({
        milliseconds: openWithinMs,
        work: admit.ofAccount('read', { ...actor, network: undefined }, () =>
          readFile(createRouterClient(router, { context }), link.file),
        ),
        error: () => failRequest('service.unavailable'),
      })
      return respondWithFile(c, file)
    } catch (error) {
      const contractError = logAndConvert({ error, log: platform.log, requestId, where: 'GET /descargas/…' })
      return respondWithPage({ c, page: await failedDownloadPage(contractError) })
    }
  })
}

const fileHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

function respondWithFile(c: Context<HttpEnv>, file: File): Response {
  return c.body(file.stream(), 200, {
    ...fileHeaders,
    'content-type': file.type,
    'content-disposition': attachment(file.name),
    'x-accel-buffering': 'no',
    ...(!(file instanceof StreamedFile) && { 'content-length': String(file.size) }),
  })
}

async function readFile(client: RenderingClient, { route, input }: FileRequest): Promise<File> {
  switch (route) {
    case 'clinicalRecords.export':
      return client.clinicalRecords.export(input)
    case 'commissions.csv':
      return client.commissions.csv(input)
    case 'compliance.file':
      return client.compliance.file(input)
    case 'contacts.csv':
      return csvFile(await client.contacts.csv(input))
    case 'dataExports.download':
      return client.dataExports.download(input)
    case 'invoicing.documents':
      return client.invoicing.documents(input)
    case 'moderation.csv':
      return client.moderation.csv(input)
    case 'payments.revenueCsv':
      return csvFile(await client.payments.revenueCsv(input))
    case 'payments.statementCsv':
      return csvFile(await client.payments.statementCsv(input))
    case 'payments.statementPdf':
      return client.payments.statementPdf(input)
    case 'tills.closingCsv':
      return csvFile(await client.tills.closingCsv(input))
  }
}

function csvFile({ fileName, csv }: { fileName: string; csv: string }): File {
  return new File([csv], fileName, { type: 'text/csv;charset=utf-8' })
}
