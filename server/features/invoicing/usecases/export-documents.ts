import { zone } from '#contract/calendar.ts'
import { lastDayOf } from '#server/features/payments/rules/months.ts'
import { spanOf } from '#server/features/payments/rules/revenue.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../invoicing.errors.ts'
import { listAdvances, listBilledVisits } from '../repository/movements.ts'
import { findOfCenter } from '../repository/tax-data.ts'
import { documentWriters } from '../rules/document-files.ts'
import { documentsOf, type FiscalDocument } from '../rules/documents.ts'

/** Files that one account downloads. */
export const documentExports = { name: 'invoicing.documents', limit: 30, windowSeconds: 3600 }

type OfMonth = { centerId: string; month: string }

/** The documents that a centre issues for a month, by their own day, from one snapshot. `month`: its first day. */
export async function readDocuments(
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  { centerId, month }: OfMonth,
): Promise<FiscalDocument[]> {
  const [from, to] = [month, lastDayOf(month)]
  const { from: start, end } = spanOf({ from, to, zone })
  const span = { centerId, from: start, to: end }
  const movements = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({ visits: await listBilledVisits(tx, span), advances: await listAdvances(tx, span) }))
  const documents = documentsOf(movements, { identifiedFromCents: settings.receiverFromPesos * 100 })
  // A refund of the month may be of an earlier visit, whose sale belongs to its own month.
  return documents.filter(({ day }) => day >= from && day <= to)
}

/** @throws invoicing.no_tax_data */
export async function requireIssuer({ db }: Pick<Platform, 'db'>, { centerId }: { centerId: string }) {
  const issuer = await findOfCenter(db, { centerId })
  if (!issuer) throw fail('invoicing.no_tax_data')
  return issuer
}

export async function exportDocuments(
  platform: Platform,
  { format, ...ofMonth }: OfMonth & { format: keyof typeof documentWriters },
): Promise<File> {
  const issuer = await requireIssuer(platform, ofMonth)
  const documents = await readDocuments(platform, ofMonth)
  const { fileName, type, text } = documentWriters[format]({ issuer, month: ofMonth.month, documents })
  return new File([text], fileName, { type })
}
