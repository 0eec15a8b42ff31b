import { zone } from '#contract/calendar.ts'
import { type ComplianceCheck, expiryWarningDays } from '#contract/compliance.ts'
import type { Position } from '#server/platform/cursor.ts'
import { addDays, localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../compliance.repository.ts'

/** The uploaded and the required documents of a centre, newest first. */
export async function listDocuments(db: Db | Tx, input: { centerId: string }): Promise<repository.CheckRow[]> {
  return repository.listChecks(db, input)
}

/** The latest measure of staff on each of a centre's documents, by the document's id. */
export async function listLastMeasures(db: Db, input: { centerId: string }): Promise<ReadonlyMap<string, string>> {
  return repository.listLastMeasures(db, input)
}

/** The uploaded documents of one status, the oldest first. `lapsesSoon`: approved, and within 30 days of its last day. */
export async function listDocumentQueue(
  { db, clock }: Platform,
  input: { status: ComplianceCheck['status']; limit: number; after: Position | undefined },
) {
  const until = addDays({ day: localDay({ instant: clock.now(), zone }), days: expiryWarningDays })
  const rows = await repository.listQueue(db, input)
  return rows.map((row) => ({
    ...row,
    lapsesSoon: row.status === 'approved' && row.expiryDate !== null && row.expiryDate <= until,
  }))
}
