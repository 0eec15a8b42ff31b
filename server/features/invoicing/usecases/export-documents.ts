import { lastDayOf } from '#server/features/payments/rules/months.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../invoicing.errors.ts'
import { listOfDays, type WholeDocument } from '../repository/documents.ts'
import { findOfCenter } from '../repository/tax-data.ts'
import { documentWriters } from '../rules/document-files.ts'
import { createOfMonth } from './create-documents.ts'

/** Files that one account downloads. */
export const documentExports = { name: 'invoicing.documents', limit: 30, windowSeconds: 3600 }

type OfMonth = { centerId: string; month: string }

/** The documents that a centre issues for a month, by their own day. Those that are missing are created first. `month`: its first day. */
export async function readDocuments(
  platform: Pick<Platform, 'db' | 'clock' | 'settings'>,
  { centerId, month }: OfMonth,
): Promise<WholeDocument[]> {
  return platform.db.transaction().execute(async (tx) => {
    await createOfMonth(tx, platform, { centerId, month })
    return listOfDays(tx, { centerId, from: month, to: lastDayOf(month) })
  })
}

/** @throws invoicing.no_tax_data */
export async function requireIssuer({ db }: Pick<Platform, 'db'>, { centerId }: { centerId: string }): Promise<void> {
  if (!(await findOfCenter(db, { centerId }))) throw fail('invoicing.no_tax_data')
}

export async function exportDocuments(
  platform: Platform,
  { format, ...ofMonth }: OfMonth & { format: keyof typeof documentWriters },
): Promise<File> {
  await requireIssuer(platform, ofMonth)
  const documents = await readDocuments(platform, ofMonth)
  const { fileName, type, text } = documentWriters[format]({ month: ofMonth.month, documents })
  return new File([text], fileName, { type })
}
