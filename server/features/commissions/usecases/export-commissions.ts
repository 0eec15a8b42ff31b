import { zone } from '#contract/calendar.ts'
import type { CommissionPeriod } from '#contract/commission-statuses.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt, requireAttemptLeft } from '#server/platform/rate-limit.ts'
import { StreamedFile } from '#server/platform/streamed-file.ts'
import { fail } from '../commissions.errors.ts'
import * as repository from '../repository/export.ts'
import { commissionLines, commissionsFileName, commissionsHead } from '../rules/csv.ts'
import { type PeriodDays, periodDays } from '../rules/periods.ts'

/** The number of rows per query. */
export const exportBatch = 1000
/** A slow client must not hold a connection and a snapshot of the database for longer. */
const maxDurationMs = 15 * minuteMs

const limit = { name: 'commissions.exported', limit: 30, windowSeconds: 3600 }

type ExportRequest = { userId: string; period: CommissionPeriod }

/** @throws commissions.exporting while another export of the account runs, and request.too_many */
export async function exportCommissions(platform: Platform, { userId, period }: ExportRequest): Promise<StreamedFile> {
  await countAttempt(platform, { ...limit, key: userId })
  const days = periodDays({ period, now: platform.clock.now(), zone })
  const name = commissionsFileName({ period, ...days })
  return StreamedFile.open(readBatches(platform, { userId, ...days }), { name, type: 'text/csv;charset=utf-8' })
}

/** Refuses what exportCommissions would refuse. @throws commissions.exporting, request.too_many */
export async function requireNoOtherExport(platform: Platform, { userId }: { userId: string }): Promise<void> {
  await requireAttemptLeft(platform, { ...limit, key: userId })
  const isFree = await platform.db.transaction().execute((tx) => repository.reserveExport(tx, { userId }))
  if (!isFree) throw fail('commissions.exporting')
}

/** Reads every commission of the period from one snapshot, in a transaction that ends with the generator. */
async function* readBatches({ db }: Platform, { userId, startsAt, endsAt }: PeriodDays & { userId: string }) {
  const deadline = performance.now() + maxDurationMs
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    if (!(await repository.reserveExport(tx, { userId }))) throw fail('commissions.exporting')
    const linesOf = commissionLines(zone)
    yield commissionsHead()
    let after: repository.ExportRow | undefined
    do {
      if (performance.now() > deadline) throw new Error('The client took too long to read the file of commissions')
      const rows = await repository.listForExport(tx, { startsAt, endsAt, limit: exportBatch, after })
      yield linesOf(rows)
      after = rows.length < exportBatch ? undefined : rows.at(-1)
    } while (after !== undefined)
  } finally {
    await tx.rollback().execute()
  }
}
