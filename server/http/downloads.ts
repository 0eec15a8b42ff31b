import { type FileRequest, fileRoutes } from '#contract/downloads.ts'
import type { RouteMeta } from '#contract/route.ts'
import type { Actor } from '#server/api/actor.ts'
import { admitCaller, api, requireActor } from '#server/api/procedures.ts'
import { requireDocument } from '#server/features/centers/usecases/read-document.ts'
import { requireOwner } from '#server/features/centers/usecases/require-member.ts'
import * as clinicalRecords from '#server/features/clinical-records/usecases/export-record.ts'
import { requireNoOtherExport } from '#server/features/commissions/usecases/export-commissions.ts'
import { requireContactsExport } from '#server/features/contacts/usecases/export-contacts.ts'
import { documentExports, requireIssuer } from '#server/features/invoicing/usecases/export-documents.ts'
import * as moderation from '#server/features/moderation/usecases/export-record.ts'
import { revenueExports } from '#server/features/payments/usecases/read-revenue.ts'
import { statementExports } from '#server/features/payments/usecases/read-statement.ts'
import { closingExports, readClosing } from '#server/features/tills/usecases/read-till.ts'
import { requireDesk } from '#server/features/tills/usecases/require-desk.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt, requireAttemptLeft } from '#server/platform/rate-limit.ts'
import { requireDownload } from '#server/processes/export-data.ts'
import { createDownloadLink } from './download-links.ts'

const linksPerHour = 120

export const downloadsRoutes = {
  create: api.downloads.create.handler(async ({ input: file, context }) => {
    const { platform } = context
    const actor = requireActor(context)
    await admitCaller(context, fileRoutes[file.route]['~orpc'].meta as RouteMeta)
    const limit = { name: 'downloads.created', limit: linksPerHour, windowSeconds: 3600 }
    await countAttempt(platform, { ...limit, key: actor.userId })
    await requireFile(platform, { actor, file })
    return createDownloadLink(platform, { actor, file })
  }),
}

/**
 * Refuses what the file's own route would refuse, so that the page that asks for the address can say so. The route decides again
 * when the address is opened; only then is the file read, counted and logged.
 */
async function requireFile(
  platform: Platform,
  { actor, file: { route, input } }: { actor: Actor; file: FileRequest },
): Promise<void> {
  const { db } = platform
  const { userId } = actor
  switch (route) {
    case 'clinicalRecords.export':
      return clinicalRecords.requireRecordExport(platform, { ...input, userId })
    case 'commissions.csv':
      return requireNoOtherExport(platform, { userId })
    case 'compliance.file':
      return void (await requireDocument(platform, { ...input, actor }))
    case 'contacts.csv':
      return requireContactsExport(platform, { ...input, userId })
    case 'dataExports.download':
      return requireDownload(platform, { ...input, userId })
    case 'invoicing.documents':
      await requireOwner(db, { ...input, userId })
      await requireIssuer(platform, input)
      return requireAttemptLeft(platform, { ...documentExports, key: userId })
    case 'moderation.csv':
      return moderation.requireRecordExport(platform, { userId })
    case 'payments.revenueCsv':
      await requireOwner(db, { ...input, userId })
      return requireAttemptLeft(platform, { ...revenueExports, key: userId })
    case 'payments.statementCsv':
    case 'payments.statementPdf':
      await requireOwner(db, { ...input, userId })
      return requireAttemptLeft(platform, { ...statementExports, key: userId })
    case 'tills.closingCsv':
      await requireDesk(db, { ...input, userId })
      await readClosing(platform, input)
      return requireAttemptLeft(platform, { ...closingExports, key: userId })
  }
}
