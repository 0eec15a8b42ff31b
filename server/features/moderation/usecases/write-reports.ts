import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import * as repository from '../repository/reports.ts'

/** Reports of all kinds together: more than a reader sends. */
const reportsPerDay = 20
const daySeconds = 86_400

/** @throws request.too_many */
export async function countReport(platform: Platform, { userId }: { userId: string }): Promise<void> {
  await countAttempt(platform, { name: 'reports.sent', key: userId, limit: reportsPerDay, windowSeconds: daySeconds })
}

/** Reports a row to staff. A second report by the same centre or user replaces the reason. */
export async function sendReport(tx: Tx, report: Omit<repository.Report, 'id'>): Promise<void> {
  await repository.upsertReport(tx, { ...report, id: newId() })
}
