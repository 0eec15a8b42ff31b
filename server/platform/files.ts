import { z } from 'zod'

import type { FileStore } from './file-store.ts'
import { defineJob, enqueue } from './jobs.ts'
import { type Db, isDatabaseUnavailable, type Tx } from './postgres/database.ts'

export type NewFile = { name: string; content: Uint8Array }

/**
 * Writes the files and does what makes the database name them. When either fails, none of them stays; only when nobody
 * knows whether it failed, as the database went away in between, are they left to the sweep of what no row names.
 */
export async function keepFiles<T>({
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
    if (isDatabaseUnavailable(error)) throw error
    await Promise.allSettled(written.map(({ name }) => files.remove(name)))
    throw error
  }
}

/** A file that is being saved is there before a row knows of it. */
const spareMs = 24 * 3_600_000
const batch = 500

/**
 * Removes files that no row names: what a process that died between writing them and the row left behind. `addressOf`:
 * what a row would say of the file; `filterNamed`: those of the addresses that rows have.
 */
export async function clearUnnamedFiles({
  files,
  prefix,
  now,
  filterNamed,
  addressOf,
}: {
  files: FileStore
  prefix: string
  now: Date
  addressOf(name: string): string
  filterNamed(addresses: readonly string[]): Promise<ReadonlySet<string | null>>
}): Promise<void> {
  const names = await files.list({ prefix, writtenBefore: new Date(now.getTime() - spareMs) })
  for (let at = 0; at < names.length; at += batch) {
    const some = names.slice(at, at + batch)
    const named = await filterNamed(some.map(addressOf))
    for (const name of some) if (!named.has(addressOf(name))) await files.remove(name)
  }
}

/** Removes files in the background once the caller's transaction, after which nothing names them, has happened. */
export async function queueFileRemoval(tx: Tx | Db, names: readonly string[]): Promise<void> {
  if (names.length > 0) await enqueue(tx, removeFilesJob, { names: [...names] })
}

export const removeFilesJob = defineJob({
  name: 'files.remove',
  payload: z.object({ names: z.array(z.string()) }),
  async run({ platform, payload }) {
    for (const name of payload.names) await platform.files.remove(name)
  },
})
