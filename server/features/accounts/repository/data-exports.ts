import { sql } from 'kysely'
import type { DataExport } from '#contract/data-exports.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { literals } from '#server/platform/postgres/lists.ts'

const columns = ['id', 'status', 'percent', 'created_at as createdAt', 'expires_at as expiresAt'] as const

export type ExportRow = {
  id: string
  status: DataExport['status']
  percent: number
  createdAt: Date
  expiresAt: Date | null
}

type OfUser = { userId: string }

/** The user's newest export, in any status. */
export async function findLatestExport(db: Db | Tx, { userId }: OfUser): Promise<ExportRow | undefined> {
  return db
    .selectFrom('data_exports')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ status: DataExport['status'] }>()
    .executeTakeFirst()
}

export async function insertExport(
  tx: Tx,
  { id, userId, now }: OfUser & { id: string; now: Date },
): Promise<ExportRow> {
  return tx
    .insertInto('data_exports')
    .values({ id, user_id: userId, created_at: now })
    .returning(columns)
    .$narrowType<{ status: DataExport['status'] }>()
    .executeTakeFirstOrThrow()
}

/** Marks the user's exports that no worker prepares any more as failed, so that they don't block a new one. */
export async function failAbandonedExports(
  tx: Tx,
  { userId, createdBefore }: OfUser & { createdBefore: Date },
): Promise<void> {
  await tx
    .updateTable('data_exports')
    .set({ status: 'failed' })
    .where('user_id', '=', userId)
    .where('status', 'in', literals(['queued', 'running']))
    .where('created_at', '<=', createdBefore)
    .execute()
}

/** Starts from the beginning, also after a worker died half-way. @returns its owner; undefined when it has finished. */
export async function startExport(db: Db, { exportId }: { exportId: string }): Promise<OfUser | undefined> {
  return db
    .updateTable('data_exports')
    .set({ status: 'running', percent: 0 })
    .where('id', '=', exportId)
    .where('status', 'in', literals(['queued', 'running']))
    .returning('user_id as userId')
    .executeTakeFirst()
}

export async function setPercent(db: Db, { percent, exportId }: { exportId: string; percent: number }): Promise<void> {
  await db
    .updateTable('data_exports')
    .set({ percent })
    .where('id', '=', exportId)
    .where('status', '=', sql.lit('running'))
    .execute()
}

export async function failExport(db: Db, { exportId }: { exportId: string }): Promise<void> {
  await db
    .updateTable('data_exports')
    .set({ status: 'failed' })
    .where('id', '=', exportId)
    .where('status', 'in', literals(['queued', 'running']))
    .execute()
}

/** @returns false when it has already finished: another worker was faster, or the account was deleted. */
export async function finishExport(
  tx: Tx,
  {
    sealedJson,
    sealedHtml,
    now,
    expiresAt,
    exportId,
  }: { exportId: string; sealedJson: Buffer; sealedHtml: Buffer; now: Date; expiresAt: Date },
): Promise<boolean> {
  const finished = await tx
    .updateTable('data_exports')
    .set({
      status: 'ready',
      percent: 100,
      sealed_json: sealedJson,
      sealed_html: sealedHtml,
      ready_at: now,
      expires_at: expiresAt,
    })
    .where('id', '=', exportId)
    .where('status', '=', sql.lit('running'))
    .returning('id')
    .executeTakeFirst()
  return finished !== undefined
}

export async function deleteOtherExports(tx: Tx, { userId, exportId }: OfUser & { exportId: string }): Promise<void> {
  await tx.deleteFrom('data_exports').where('user_id', '=', userId).where('id', '!=', exportId).execute()
}

type Ready = OfUser & { exportId: string; now: Date }

export async function findReadyExport(db: Db, ready: Ready): Promise<{ readyAt: Date } | undefined> {
  return readyExport(db, ready).select('ready_at as readyAt').$narrowType<{ readyAt: Date }>().executeTakeFirst()
}

const bytesPerSlice = 512 * 1024

/** The sealed content, in slices: parsing it as one value would hold up other work. It ends early when the export is deleted. */
export async function* readSealed(
  db: Db,
  { format, ...ready }: Ready & { format: 'json' | 'html' },
): AsyncGenerator<Buffer> {
  const column = sql.ref(format === 'json' ? 'sealed_json' : 'sealed_html')
  let slice: Buffer | undefined
  for (let from = 1; from === 1 || slice?.length === bytesPerSlice; from += bytesPerSlice) {
    const part = sql<Buffer>`substring(${column} from ${from}::int for ${bytesPerSlice}::int)`.as('slice')
    slice = (await readyExport(db, ready).select(part).executeTakeFirst())?.slice
    if (slice) yield slice
  }
}

function readyExport(db: Db, { exportId, userId, now }: Ready) {
  return db
    .selectFrom('data_exports')
    .where('id', '=', exportId)
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('ready'))
    .where('expires_at', '>', now)
}

/** Deletes expired exports, and those that never became ready. */
export async function deleteOldExports(
  db: Db,
  { expiredBy, createdBefore }: { expiredBy: Date; createdBefore: Date },
): Promise<void> {
  await db
    .deleteFrom('data_exports')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', expiredBy),
        eb.and([eb('status', '!=', sql.lit('ready')), eb('created_at', '<', createdBefore)]),
      ]),
    )
    .execute()
}
