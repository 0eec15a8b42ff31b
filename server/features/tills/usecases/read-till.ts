import { zone } from '#contract/calendar.ts'
import type { Position } from '#server/platform/cursor.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as repository from '../repository/tills.ts'
import { closingCsv } from '../rules/csv.ts'
import { expectedOf } from '../rules/till.ts'
import { fail } from '../tills.errors.ts'

type OfCenter = { centerId: string }

/** The open till, from one snapshot. */
export async function readTill({ db }: Platform, { centerId }: OfCenter) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const last = await repository.findLastClosing(tx, { centerId })
      const sums = await repository.sumOpenMovements(tx, { centerId })
      const movements = await repository.listMovements(tx, { centerId, closingId: null })
      const openingFloatCents = last?.floatLeftCents ?? 0
      const movementCount = sums.reduce((total, { count }) => total + count, 0)
      return {
        lastClosing: last ?? null,
        openingFloatCents,
        movements,
        movementCount,
        ...expectedOf({ sums, openingFloatCents }),
      }
    })
}

export async function readExpected({ db }: Pick<Platform, 'db'>, { centerId }: OfCenter) {
  const last = await repository.findLastClosing(db, { centerId })
  const sums = await repository.sumOpenMovements(db, { centerId })
  return { last, ...expectedOf({ sums, openingFloatCents: last?.floatLeftCents ?? 0 }) }
}

export async function listClosings(
  { db }: Platform,
  { limit, ...page }: OfCenter & { limit: number; after: Position | undefined },
) {
  return repository.listClosings(db, { ...page, limit: limit + 1 })
}

type OfClosing = OfCenter & { closingId: string }

async function requireClosing({ db }: Platform, input: OfClosing): Promise<repository.ClosingRow> {
  const closing = await repository.findClosing(db, input)
  if (!closing) throw fail('tills.closing_not_found')
  return closing
}

/** A closing never changes, so its parts need no snapshot. */
export async function readClosing(platform: Platform, input: OfClosing) {
  const closing = await requireClosing(platform, input)
  const movements = await repository.listMovements(platform.db, input)
  return { closing, movements, movementCount: await repository.countMovements(platform.db, input) }
}

/** Exports of one account. */
export const closingExports = { name: 'tills.exported', limit: 60, windowSeconds: 3600 }

export async function exportClosing(platform: Platform, input: OfClosing): Promise<{ fileName: string; csv: string }> {
  const closing = await requireClosing(platform, input)
  const movements = await repository.listMovements(platform.db, { ...input, limit: null })
  return {
    fileName: `caja-${closing.number}-${localDay({ instant: closing.closedAt, zone })}.csv`,
    csv: closingCsv({ closing, movements, zone }),
  }
}
