import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { dayMs } from '../local-time.ts'
import { findManifest, manifestFile } from './manifest.ts'

const namePattern = /^senda-\d{8}T\d{6}Z$/
/** A folder without a manifest that is older than this was left by a process that died. */
const abandonedMs = 2 * dayMs

type Backup = { folder: string; createdAt: Date }

/** The complete backups of this Senda in `target`, the newest first. */
export async function listBackups({ target, secret }: { target: string; secret: Uint8Array }): Promise<Backup[]> {
  const backups: Backup[] = []
  for (const folder of await listFolders(target)) {
    const manifest = await findManifest(folder)
    if (manifest?.isSealedBy(secret)) backups.push({ folder, createdAt: new Date(manifest.createdAt) })
  }
  return backups.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}

/**
 * Deletes all but the newest `keep` backups of this Senda, and what processes left that died during a backup. Another Senda's
 * backups, and other files, stay. @returns how many backups were deleted
 */
export async function removeOldBackups(input: {
  target: string
  secret: Uint8Array
  /** At least 1, so that the last good backup stays. */
  keep: number
  now: Date
}): Promise<number> {
  const old = (await listBackups(input)).slice(Math.max(1, input.keep))
  for (const { folder } of old) {
    // The manifest first: an interrupted deletion must not look like a complete backup.
    await rm(join(folder, manifestFile), { force: true })
    await rm(folder, { recursive: true, force: true })
  }
  for (const folder of await listFolders(input.target)) {
    const { mtimeMs } = await stat(folder)
    const isAbandoned = mtimeMs < input.now.getTime() - abandonedMs
    if (isAbandoned && !(await hasManifest(folder))) await rm(folder, { recursive: true, force: true })
  }
  return old.length
}

async function listFolders(target: string): Promise<string[]> {
  const entries = await readdir(target, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && namePattern.test(entry.name))
    .map(({ name }) => join(target, name))
}

async function hasManifest(folder: string): Promise<boolean> {
  return (await readdir(folder)).includes(manifestFile)
}
