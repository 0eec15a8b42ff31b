import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import * as repository from '../repository/reports.ts'

/** More reports than this a day, of every kind together, are not those of a reader. */
const reportsPerDay = 20
const daySeconds = 86_400

/** @throws request.too_many */
export async function countReport(platform: Platform, { userId }: { userId: string }): Promise<void> {
  await countAttempt(platform, { name: 'reports.sent', key: userId, limit: reportsPerDay, windowSeconds: daySeconds })
}

/** Asks staff to look at a row. A second report by the same centre or user replaces the reason. */
export async function sendReport(tx: Tx, report: Omit<repository.Report, 'id'>): Promise<void> {
  await repository.upsertReport(tx, { ...report, id: newId() })
}

/** A measure answers the open reports of its subject. @returns which ones, so that its undo opens them again */
export async function closeReports(tx: Tx, input: Parameters<typeof repository.closeReports>[1]): Promise<string[]> {
  return repository.closeReports(tx, input)
}

export async function reopenReports(tx: Tx, input: { reportIds: readonly string[] }): Promise<void> {
  await repository.reopenReports(tx, input)
}
