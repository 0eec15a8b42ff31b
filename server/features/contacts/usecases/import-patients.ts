import { zone } from '#contract/calendar.ts'
import { guestsOfCenter, type ImportKind, importsPerDay, type RowOutcome } from '#contract/patient-import-routes.ts'
import { seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { newId } from '#server/platform/ids.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../contacts.errors.ts'
import { lockGuests } from '../repository/guests.ts'
import * as repository from '../repository/imports.ts'
import { compareRows, type ReadRow, readRows } from '../rules/compare-rows.ts'

type OfDesk = { userId: string; centerId: string }
type OfImport = OfDesk & { importId: string }

const starts = { name: 'contacts.imports', limit: importsPerDay, windowSeconds: 24 * 3600 }
/** Twice the largest file, and as much again for what is sent a second time. */
const batches = { name: 'contacts.import_rows', limit: 3000, windowSeconds: 3600 }
const listed = 100

/** Who enters guests at the desk for the whole centre. @throws centers.not_found, contacts.reception_only */
export async function requireReception(db: Db | Tx, input: OfDesk): Promise<void> {
  if (!seesWholeCenter(await requireMember(db, input))) throw fail('contacts.reception_only')
}

export async function listImports({ db }: Pick<Platform, 'db'>, input: OfDesk) {
  await requireReception(db, input)
  return repository.listImports(db, { centerId: input.centerId, limit: listed })
}

/** What importRows() would do with these rows now. @throws contacts.reception_only, request.too_many */
export async function checkRows(
  platform: Platform,
  { rows, ...input }: OfDesk & { rows: readonly string[] },
): Promise<{ outcomes: RowOutcome[] }> {
  const { db, clock } = platform
  await requireReception(db, input)
  await countAttempt(platform, { ...batches, key: input.userId })
  const read = readRows(rows, { today: localDay({ instant: clock.now(), zone }) })
  return { outcomes: (await compare(db, { centerId: input.centerId, read })).outcomes }
}

async function compare(db: Db | Tx, { centerId, read }: { centerId: string; read: readonly ReadRow[] }) {
  const persons = read.flatMap((row) => ('person' in row ? [row.person] : []))
  return compareRows(read, persons.length === 0 ? [] : await repository.listAlike(db, { centerId, persons }))
}

type Start = OfImport & { fileName: string; planned: number; known: number; refused: number }

/**
 * Begins an import; its rows follow. A repeated request begins nothing.
 * @throws contacts.reception_only, contacts.import_not_found, contacts.too_many_guests, request.too_many
 */
export async function startImport(platform: Platform, input: Start) {
  await requireReception(platform.db, input)
  const row = await beginImport(platform, { ...input, kind: 'patients', tells: false }, async (tx) => {
    await requireReception(tx, input)
    await lockGuests(tx, input)
    await requireRoom(tx, { centerId: input.centerId, more: input.planned })
  })
  // Another centre's import has this id.
  if (!row) throw fail('contacts.import_not_found')
  return row
}

type Begin = Start & { kind: ImportKind; tells: boolean }

/**
 * Stores an import that the caller allowed, unless it was begun before. `allow` runs in its transaction.
 * @returns undefined when the id is that of another centre or of another kind of import
 * @throws request.too_many
 */
export async function beginImport(platform: Platform, input: Begin, allow: (tx: Tx) => Promise<void>) {
  const { importId, centerId, kind } = input
  const [begun] = await repository.listImports(platform.db, { centerId, importId, limit: 1 })
  if (begun) return begun.kind === kind ? begun : undefined
  await countAttempt(platform, { ...starts, key: input.userId })
  await countAttempt(platform, {
    ...starts,
    name: 'contacts.imports_of_center',
    limit: 2 * importsPerDay,
    key: centerId,
  })
  return platform.db.transaction().execute(async (tx) => {
    await allow(tx)
    await repository.insertImport(tx, { ...input, now: platform.clock.now() })
    const [row] = await repository.listImports(tx, { centerId, importId, limit: 1 })
    return row?.kind === kind ? row : undefined
  })
}

/** @throws contacts.too_many_guests */
export async function requireRoom(tx: Tx, { centerId, more }: { centerId: string; more: number }): Promise<void> {
  if ((await repository.countGuests(tx, { centerId })) + more > guestsOfCenter) throw fail('contacts.too_many_guests')
}

/**
 * Adds the people of these rows who are new. A row that is in already, from an earlier request of this import, counts as added and is not
 * added again. The access is checked with each request, so that a receptionist who loses it stops.
 * @throws contacts.reception_only, contacts.import_not_found, contacts.import_undone, contacts.too_many_guests, request.too_many
 */
export async function importRows(
  platform: Platform,
  { rows, ...input }: OfImport & { rows: readonly string[] },
): Promise<{ added: number; outcomes: RowOutcome[] }> {
  const { importId, centerId } = input
  await requireReception(platform.db, input)
  await countAttempt(platform, { ...batches, key: input.userId })
  const now = platform.clock.now()
  const read = readRows(rows, { today: localDay({ instant: now, zone }) })
  return platform.db.transaction().execute(async (tx) => {
    await requireReception(tx, input)
    await lockGuests(tx, { centerId })
    const current = await repository.lockImport(tx, { ...input, kind: 'patients' })
    if (!current) throw fail('contacts.import_not_found')
    if (current.undoneAt) throw fail('contacts.import_undone')
    const inAlready = await repository.listAddedLines(tx, { importId, lines: read.map(({ line }) => line) })
    const left = read.filter(({ line }) => !inAlready.has(line))
    const { fresh, outcomes } = await compare(tx, { centerId, read: left })
    if (fresh.length > 0) {
      await requireRoom(tx, { centerId, more: fresh.length })
      const persons = fresh.map((person) => ({ ...person, id: newId() }))
      await repository.insertImported(tx, { importId, centerId, persons, now })
      await repository.countInImport(tx, { importId, added: persons.length })
    }
    return { added: inAlready.size + fresh.length, outcomes }
  })
}
