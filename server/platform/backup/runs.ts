import { newId } from '../ids.ts'
import { dayMs, hourMs, minuteMs } from '../local-time.ts'
import type { Db } from '../postgres/database.ts'

const longestError = 500
const keptMs = 90 * dayMs
/** Administrators are told of an attempt that runs for longer. */
export const slowMs = 6 * hourMs

/** An attempt to back up. `finishedAt` null: it runs, or its process died. */
export type BackupRun = { id: string; startedAt: Date; finishedAt: Date | null; error: string | null }

export async function startRun(db: Db, { target, now }: { target: string; now: Date }): Promise<string> {
  const id = newId()
  await db
    .deleteFrom('backup_runs')
    .where('started_at', '<', new Date(now.getTime() - keptMs))
    // The last good one of each folder stays: the alarm and staff's page tell its moment, however long ago.
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('backup_runs')
        .distinctOn('target')
        .select('id')
        .where('finished_at', 'is not', null)
        .where('error', 'is', null)
        .orderBy('target')
        .orderBy('started_at', 'desc'),
    )
    .execute()
  await db.insertInto('backup_runs').values({ id, target, started_at: now }).execute()
  return id
}

export async function endRun(
  db: Db,
  {
    id,
    now,
    ...result
  }: { id: string; now: Date } & ({ error: string } | { folder: string; rows: number; files: number; bytes: number }),
): Promise<void> {
  const values = 'error' in result ? { error: result.error.slice(0, longestError) } : { ...result, error: null }
  await db
    .updateTable('backup_runs')
    .set({ finished_at: now, ...values })
    .where('id', '=', id)
    .execute()
}

/** For an attempt that did not begin, because another one runs. */
export async function deleteRun(db: Db, id: string): Promise<void> {
  await db.deleteFrom('backup_runs').where('id', '=', id).execute()
}

/** Ends the attempts of processes that died. The caller knows that no backup runs. @returns how many there were */
export async function failAbandonedRuns(db: Db, { now }: { now: Date }): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('backup_runs')
    .set({ finished_at: now, error: 'the process ended during the backup' })
    .where('finished_at', 'is', null)
    // One that has just begun may not have its lock yet.
    .where('started_at', '<', new Date(now.getTime() - minuteMs))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Since when the oldest attempt runs that has not ended, to any folder; undefined when none does. */
export async function findRunningSince(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('backup_runs')
    .where('finished_at', 'is', null)
    .select(({ fn }) => fn.min('started_at').as('startedAt'))
    .executeTakeFirst()
  return row?.startedAt ?? undefined
}

/** `target`: only attempts to this folder. */
export async function findLastRun(db: Db, { target }: { target?: string } = {}): Promise<BackupRun | undefined> {
  return db
    .selectFrom('backup_runs')
    .select(['id', 'started_at as startedAt', 'finished_at as finishedAt', 'error'])
    .$if(target !== undefined, (query) => query.where('target', '=', target ?? ''))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** When the last complete backup was begun, to any folder: its rows are those of that moment. */
export async function findLastGoodBackup(db: Db, { target }: { target?: string } = {}): Promise<Date | undefined> {
  const row = await db
    .selectFrom('backup_runs')
    .select('started_at')
    .where('finished_at', 'is not', null)
    .where('error', 'is', null)
    .$if(target !== undefined, (query) => query.where('target', '=', target ?? ''))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.started_at
}

/** Claims the alarm, for the last attempt. @returns false when administrators were told since `since` */
export async function claimAlarm(db: Db, { since, now }: { since: Date; now: Date }): Promise<boolean> {
  const taken = await db
    .updateTable('backup_runs')
    .set({ alarmed_at: now })
    .where('id', 'in', (eb) => eb.selectFrom('backup_runs').select('id').orderBy('started_at', 'desc').limit(1))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('backup_runs as told').select('told.id').where('told.alarmed_at', '>', since))),
    )
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}
