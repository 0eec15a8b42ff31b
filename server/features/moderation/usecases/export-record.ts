import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { csvDay, csvHead, csvLines } from '#server/platform/csv.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt, requireAttemptLeft } from '#server/platform/rate-limit.ts'
import { StreamedFile } from '#server/platform/streamed-file.ts'
import * as repository from '../repository/actions.ts'

/** The number of rows per query. */
const exportBatch = 500
const limit = { name: 'moderation.exported', limit: 10, windowSeconds: 3600 }

const columns = ['número', 'fecha', 'equipo', 'medida', 'sobre', 'nombre', 'motivo', 'deshecha']

/** Refuses what exportRecord would refuse. @throws request.too_many */
export async function requireRecordExport(platform: Platform, { userId }: { userId: string }): Promise<void> {
  await requireAttemptLeft(platform, { ...limit, key: userId })
}

/** Exports the record as CSV, newest first. @throws request.too_many after ten exports of the account in an hour */
export async function exportRecord(
  platform: Platform,
  { userId, ...filter }: repository.RecordFilter & { userId: string },
): Promise<StreamedFile> {
  await countAttempt(platform, { ...limit, key: userId })
  const name = `registro-de-medidas-${localDay({ instant: platform.clock.now(), zone })}.csv`
  return StreamedFile.open(readBatches(platform, filter), { name, type: 'text/csv;charset=utf-8' })
}

/** It needs no snapshot: rows of the record never change, and new rows sort before the first batch. */
async function* readBatches({ db, clock }: Platform, filter: repository.RecordFilter) {
  const dayOf = csvDay(zone)
  yield csvHead(columns)
  let before: number | undefined
  do {
    const rows = await repository.listActions(db, { ...filter, before, limit: exportBatch, now: clock.now() })
    yield csvLines(
      rows.map((row) => [
        String(row.sequence),
        dayOf(row.createdAt),
        row.moderatorName ?? brand.name,
        row.actionType,
        row.targetType,
        row.targetName ?? '',
        row.reason,
        row.undoAt ? dayOf(row.undoAt) : '',
      ]),
    )
    before = rows.length < exportBatch ? undefined : rows.at(-1)?.sequence
  } while (before !== undefined)
}
