import { zone } from '#contract/calendar.ts'
import { expiryWarningDays } from '#contract/compliance.ts'
import { addDays, localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import * as checks from '../repository/checks.ts'
import * as reviews from '../repository/document-reviews.ts'
import { documentAbilities } from '../rules/documents.ts'

/** The documents of a centre as staff see them, newest first. */
export async function listReviewedDocuments(db: Db, input: { centerId: string; staffId: string }) {
  const [rows, facts] = await Promise.all([checks.listChecks(db, input), reviews.listReviewFacts(db, input)])
  return rows.map((row) => {
    const { lastActionId = null, isReplaced = false, isOwn = false } = facts.get(row.id) ?? {}
    return { ...row, lastActionId, can: documentAbilities({ ...row, isReplaced, isOwn }) }
  })
}

/** One of staff's lists of uploaded documents. `lapsesSoon`: approved, and its last day is at most 30 days away. */
export async function listDocumentQueue({ db, clock }: Platform, input: Parameters<typeof reviews.listQueue>[1]) {
  const lastDay = addDays({ day: localDay({ instant: clock.now(), zone }), days: expiryWarningDays })
  const rows = await reviews.listQueue(db, input)
  return rows.map(({ isReplaced, isOwn, ...row }) => ({
    ...row,
    lapsesSoon: row.status === 'approved' && row.expiryDate !== null && row.expiryDate <= lastDay,
    can: documentAbilities({ ...row, isReplaced, isOwn }),
  }))
}
