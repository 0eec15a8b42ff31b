import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { requireStoredKeys } from '#server/features/clinical-records/usecases/require-stored-keys.ts'
import { absoluteAddress } from '#server/platform/backup/backup-address.ts'
import { openBackup } from '#server/platform/backup/open-target.ts'
import { checkBackup, restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { setSecretId } from '#server/platform/database-secret.ts'
import { type KeyRing, requireRecordKeys } from '#server/platform/key-ring.ts'
import { createLog } from '#server/platform/log.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { requireSecret } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings.ts'
import { StartError } from '#server/platform/start-error.ts'
import { verifyRecordOfStaff, verifyWholeLedger } from './check-commands.ts'
import { openDatabase } from './open-database.ts'
import { done, type Outcome, refused } from './outcome.ts'
import { progressLine, sizeOf } from './progress-line.ts'

/**
 * Fills an empty database, the embedded one of a new DATA_DIR or that of DATABASE_URL, and DATA_DIR/files with a backup, which is
 * a folder or s3://bucket/prefix/senda-….
 * `hasNewSecret`: the SECRET_KEY of the backup is lost, and this one takes its place. @throws StartError
 */
export async function restore(settings: Settings, input: { folder: string; hasNewSecret: boolean }): Promise<Outcome> {
  const stored = openBackup(absoluteAddress(input.folder), settings.backups)
  const startedAt = performance.now()
  const log = createLog(settings)
  const { secret, recordKeys } = readKeys(settings, input)
  const backup = await checkBackup({
    stored,
    secret: input.hasNewSecret ? undefined : secret,
    recordKeys,
  }).catch(toStartError('The backup cannot be read'))

  await using resources = new AsyncDisposableStack()
  const database = await openDatabase({ settings, log, resources, openEmbedded: startEmbeddedPostgres })
  const filesFolder = join(settings.dataDir, 'files')
  const onProgress = progressLine(process.stdout)
  const restored = await restoreBackup({
    ...database,
    log,
    stored,
    filesFolder,
    backup,
    onProgress,
  }).catch(toStartError('The restore failed', '. Repeat it.'))
  if (input.hasNewSecret) await setSecretId(database.db, { secret })
  await requireStoredKeys({ ...database, recordKeys, settings })
  const checks = [await verifyWholeLedger(database), await verifyRecordOfStaff(database)]
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const { rows, files, unnamedFiles } = restored
  const lines = [
    `Restored ${rows} rows and ${files} files (${sizeOf(backup.files.bytes)}), as they were at ${backup.createdAt}, in ${seconds} s.`,
    ...(unnamedFiles > 0
      ? [`${filesFolder} had ${unnamedFiles} other files: Senda deletes those that no row names after a day.`]
      : []),
    ...checks.map(({ output }) => output),
    'Outgoing mail and push messages are paused, so that a copy writes to no one. On the server that now serves the users, ' +
      'run: npm run admin -- resume-mail',
  ]
  const isDone = checks.every((check) => check.isDone)
  return (isDone ? done : refused)(lines.join('\n'))
}

function toStartError(what: string, advice = ''): (error: unknown) => never {
  return (error) => {
    if (error instanceof StartError) throw error
    throw new StartError(`${what}: ${(error as Error).message}${advice}`, { cause: error })
  }
}

/** Keys of clinical records are never created here, because new ones open nothing of the backup. @throws StartError */
function readKeys(
  settings: Settings,
  { hasNewSecret }: { hasNewSecret: boolean },
): { secret: Uint8Array; recordKeys: KeyRing } {
  const secretFile = join(settings.dataDir, 'secret.key')
  const recordFile = join(settings.dataDir, 'record.keys')
  const missing = [
    ...(!hasNewSecret && settings.secretKey === undefined && !existsSync(secretFile)
      ? [`SECRET_KEY, or the file ${secretFile}`]
      : []),
    ...(settings.recordKeys === undefined && !existsSync(recordFile) ? [`RECORD_KEYS, or the file ${recordFile}`] : []),
  ]
  if (missing.length > 0) {
    throw new StartError(`The keys of the server that made the backup are missing: ${missing.join('; ')}.`)
  }
  const secret = requireSecret(settings, { mayCreate: hasNewSecret })
  return { secret, recordKeys: requireRecordKeys(settings, { mayCreate: false }) }
}
