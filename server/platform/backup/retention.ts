import { dayMs } from '../local-time.ts'
import type { BackupTarget, StoredBackup } from './backup-target.ts'
import { findManifest } from './manifest.ts'

/** What has no manifest and is older than this was left by a process that died. */
const abandonedMs = 2 * dayMs

/** The complete backups of this Senda in `target`, the newest first. */
export async function listBackups({
  target,
  secret,
}: {
  target: BackupTarget
  secret: Uint8Array
}): Promise<StoredBackup[]> {
  const backups: { backup: StoredBackup; createdAt: string }[] = []
  for (const backup of await target.list()) {
    const manifest = await findManifest(backup)
    if (manifest?.isSealedBy(secret)) backups.push({ backup, createdAt: manifest.createdAt })
  }
  return backups.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)).map(({ backup }) => backup)
}

/**
 * Deletes all but the newest `keep` backups of this Senda, and what processes left that died during a backup. Another Senda's
 * backups, and other files, stay. @returns how many backups were deleted
 */
export async function removeOldBackups(input: {
  target: BackupTarget
  secret: Uint8Array
  /** At least 1, so that the last good backup stays. */
  keep: number
  now: Date
}): Promise<number> {
  const { target, keep, now } = input
  const complete = await listBackups(input)
  const old = complete.slice(Math.max(1, keep))
  for (const backup of old) await backup.remove()
  const before = new Date(now.getTime() - abandonedMs)
  const known = new Set(complete.map(({ address }) => address))
  for (const backup of await target.list()) {
    if (known.has(backup.address)) continue
    const { hasManifest, writtenAt } = await backup.state()
    if (writtenAt < before && !hasManifest) await backup.remove()
  }
  await target.abandonUploads({ before })
  return old.length
}
