import { z } from 'zod'
import { isBackupRunning } from './backup/backup-lock.ts'
import type { FileStore } from './file-store.ts'
import { defineJob, enqueue, type Job } from './jobs.ts'
import { dayMs, minuteMs } from './local-time.ts'
import { type Db, isDatabaseUnavailable, isRolledBack, type Tx } from './postgres/database.ts'

export type NewFile = { name: string; content: Uint8Array }

/**
 * Writes the files and runs the write that makes the database name them. When either fails, the files are deleted. When the
 * outcome is unknown, because the connection was cut, they are left to the sweep of files that no row names.
 */
export async function storeFiles<T>({
  written,
  files,
  commit,
}: {
  files: FileStore
  written: readonly NewFile[]
  commit(): Promise<T>
}): Promise<T> {
  try {
    for (const file of written) await files.write(file)
    return await commit()
  } catch (error) {
    if (isDatabaseUnavailable(error) && !isRolledBack(error)) throw error
    await Promise.allSettled(written.map(({ name }) => files.remove(name)))
    throw error
  }
}

/** A file is written before a row names it, so the sweep must spare young files. */
const minAgeMs = dayMs
const batch = 500

/**
 * Deletes files that no row names, which a process leaves when it dies between writing the file and the row. It deletes none while
 * a backup is made. `addressOf`: the address of a file in rows; `filterNamed`: filters the addresses that rows have.
 */
export async function deleteUnusedFiles({
  db,
  files,
  prefix,
  now,
  filterNamed,
  addressOf,
}: {
  db: Db
  files: FileStore
  prefix: string
  now: Date
  addressOf(name: string): string
  filterNamed(addresses: readonly string[]): Promise<ReadonlySet<string | null>>
}): Promise<void> {
  const names = await files.list({ prefix, writtenBefore: new Date(now.getTime() - minAgeMs) })
  for (let at = 0; at < names.length; at += batch) {
    const candidates = names.slice(at, at + batch)
    const named = await filterNamed(candidates.map(addressOf))
    // After the list, because the snapshot of a backup that has begun before may name more.
    if (await isBackupRunning(db)) return
    for (const name of candidates) if (!named.has(addressOf(name))) await files.remove(name)
  }
}

/** Deletes files in the background once the caller's transaction, after which no row names them, has committed. */
export async function queueFileRemoval(tx: Tx | Db, names: readonly string[]): Promise<void> {
  if (names.length > 0) await enqueue(tx, removeFilesJob, { names: [...names] })
}

export const removeFilesJob: Job<{ names: string[] }> = defineJob({
  name: 'files.remove',
  payload: z.object({ names: z.array(z.string()) }),
  async run({ platform, payload }) {
    // The rows of the snapshot may name these files. The transaction that queued this job came before a later snapshot.
    if (await isBackupRunning(platform.db)) {
      await enqueue(platform.db, removeFilesJob, payload, {
        runAt: new Date(platform.clock.now().getTime() + minuteMs),
      })
      return
    }
    for (const name of payload.names) await platform.files.remove(name)
  },
})
