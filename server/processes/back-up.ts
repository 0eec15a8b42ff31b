import { join } from 'node:path'

import { zone } from '#contract/calendar.ts'
import { listAdministratorAddresses } from '#server/features/auth/repository/administrators.ts'
import { listKeysInUse } from '#server/features/clinical-records/usecases/require-stored-keys.ts'
import { isBucketAddress } from '#server/platform/backup/backup-address.ts'
import { isBackupRunning, tryLockForBackup } from '#server/platform/backup/backup-lock.ts'
import { hashOfRecordKey } from '#server/platform/backup/manifest.ts'
import { openTarget } from '#server/platform/backup/open-target.ts'
import { removeOldBackups } from '#server/platform/backup/retention.ts'
import * as runs from '#server/platform/backup/runs.ts'
import {
  BackupRunningError,
  connect,
  type Progress,
  type WrittenBackup,
  writeBackup,
} from '#server/platform/backup/write-backup.ts'
import { idOfSecret } from '#server/platform/database-secret.ts'
import { addDays, dayMs, hourMs, localDay, minuteMs, startOfDay } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import { dateAndTime } from '#server/platform/moment-text.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { failedBackupMail } from './failed-backup-mail.ts'

/** A failed night is tried again after this time. */
const retryMs = hourMs
/** Administrators are told once a day. This is less than 24 hours, because the next night may fail at an earlier time of day. */
const alarmMs = 20 * hourMs
/** A nightly attempt ends then. An operator's own has no end, as the first copy of many files to a slow disk may need longer. */
const nightlyDeadlineMs = 20 * hourMs

/** Attempts that were given up while their folder did not answer: each still keeps one of the few threads for files. */
const unanswered = new WeakMap<Db, Promise<unknown>>()

/**
 * Backs up to `target`, a folder or s3://bucket/prefix, and records the attempt. In BACKUP_DIR the oldest backups beyond BACKUP_KEEP are deleted
 * afterwards; a failure of that is only logged. @throws BackupRunningError
 */
export async function backUp(
  platform: Platform,
  { target, onProgress, deadlineMs }: { target: string; deadlineMs?: number } & Pick<Partial<Attempt>, 'onProgress'>,
): Promise<WrittenBackup & { removed: number }> {
  const now = platform.clock.now()
  const written = await record(platform, { target, onProgress, deadlineMs, now })
  const { dir, keep } = platform.settings.backups
  const { secret, settings } = platform
  if (target !== dir) return { ...written, removed: 0 }
  try {
    return {
      ...written,
      removed: await removeOldBackups({ target: openTarget(target, settings.backups), secret, keep, now }),
    }
  } catch (error) {
    platform.log.error({ err: error, target }, 'old backups could not be deleted')
    return { ...written, removed: 0 }
  }
}

type Attempt = {
  target: string
  now: Date
  onProgress: ((progress: Progress) => void) | undefined
  /** Undefined: it may take as long as it needs. */
  deadlineMs: number | undefined
}

async function record(platform: Platform, { target, onProgress, deadlineMs, now }: Attempt): Promise<WrittenBackup> {
  const { db, pool, secret, settings, clock } = platform
  const id = await runs.startRun(db, { target, now })
  // Declared first, so that the lock ends after the outcome is recorded: another process would take the attempt for one that died.
  await using connection = new AsyncDisposableStack()
  try {
    const client = await connect(pool)
    connection.defer(() => client.end())
    if (!(await tryLockForBackup(client))) throw new BackupRunningError()
    const keys = { secretId: idOfSecret(secret), recordKeys: await listNeededKeys(platform) }
    const filesFolder = join(settings.dataDir, 'files')
    const opened = openTarget(target, settings.backups)
    const writing = writeBackup({ client, filesFolder, target: opened, secret, keys, now, onProgress })
    const written = await withDeadline(db, { writing, deadlineMs })
    const { folder, rows, files, bytes } = written
    await runs.endRun(db, { id, now: clock.now(), folder, rows, files, bytes })
    return written
  } catch (error) {
    if (error instanceof BackupRunningError) await runs.deleteRun(db, id)
    else await runs.endRun(db, { id, now: clock.now(), error: reasonOf(error) })
    throw error
  }
}

/** A call to a dead share never returns, and can't be ended: the attempt is left behind, and fails when it goes on without its connection. */
async function withDeadline<T>(
  db: Db,
  { writing, deadlineMs }: { writing: Promise<T>; deadlineMs: number | undefined },
): Promise<T> {
  if (deadlineMs === undefined) return writing
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const ended = writing.catch(() => undefined).finally(() => unanswered.delete(db))
    unanswered.set(db, ended)
    late.reject(new Error('the folder or bucket did not answer in time'))
  }, deadlineMs)
  try {
    return await Promise.race([writing, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Names in the log why the bucket of BACKUP_DIR cannot be read, so that a wrong key or region is known at the start. */
export async function checkBackupTarget({ settings, log }: Pick<Platform, 'settings' | 'log'>): Promise<void> {
  const { dir } = settings.backups
  if (dir === undefined || !isBucketAddress(dir)) return
  try {
    await openTarget(dir, settings.backups).list()
  } catch (error) {
    log.error(`BACKUP_DIR cannot be used: ${reasonOf(error)}`)
  }
}

/** The current key as well: a rotation may just have begun to use it. */
async function listNeededKeys({ db, recordKeys }: Platform): Promise<{ id: string; hash: string }[]> {
  const ids = new Set([...(await listKeysInUse(db)), recordKeys.current.id])
  return [...ids].toSorted().map((id) => {
    const key = recordKeys.byId.get(id)
    return { id, hash: key ? hashOfRecordKey(key) : '' }
  })
}

/**
 * Makes the backup of this night when it is due and there is none, and tells administrators when that fails. Called often: the night
 * may have passed without a server, and a failed attempt is repeated after an hour. One that hangs tells administrators as well, and
 * ends at its deadline.
 */
export async function backUpNightly(
  platform: Platform,
  { deadlineMs = nightlyDeadlineMs }: { deadlineMs?: number } = {},
): Promise<void> {
  const { db, settings, clock, log } = platform
  const { dir: target, time } = settings.backups
  if (target === undefined) return
  const now = clock.now()
  if (await isBackupRunning(db)) return alarmOfSlow(platform, { target, now })
  await runs.failAbandonedRuns(db, { now })
  const lastGood = await runs.findLastGoodBackup(db, { target })
  if (lastGood && lastGood >= lastNight({ now, time })) return
  const last = await runs.findLastRun(db, { target })
  const isTooSoon = last && last.error !== null && last.startedAt.getTime() > now.getTime() - retryMs
  // The attempt of a process that died may never reach the alarm below.
  if (last && last.error !== null) await alarm(platform, { reason: last.error })
  if (isTooSoon || unanswered.has(db)) return
  try {
    const { folder, rows, files, bytes, removed } = await backUp(platform, { target, deadlineMs })
    log.info({ folder, rows, files, bytes, removed }, 'backed up')
  } catch (error) {
    if (error instanceof BackupRunningError) return
    log.error({ err: error, target }, 'the nightly backup failed; it is tried again in an hour')
    await alarm(platform, { reason: reasonOf(error) })
  }
}

/** An attempt hangs, or something else keeps this night's backup away: no failure would tell of it. */
async function alarmOfSlow(platform: Platform, { target, now }: { target: string; now: Date }): Promise<void> {
  const runningSince = await runs.findRunningSince(platform.db)
  if (runningSince !== undefined) {
    if (now.getTime() - runningSince.getTime() > runs.slowMs) await alarm(platform, { runningSince })
    return
  }
  const lastGood = await runs.findLastGoodBackup(platform.db, { target })
  if (lastGood && now.getTime() - lastGood.getTime() > dayMs + runs.slowMs) {
    await alarm(platform, { reason: 'another backup or a migration does not let it begin' })
  }
}

/** The latest BACKUP_TIME that has passed. */
function lastNight({ now, time }: { now: Date; time: string }): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const of = (day: string) => new Date(startOfDay({ day, zone }).getTime() + hours * hourMs + minutes * minuteMs)
  const today = localDay({ instant: now, zone })
  return of(today) <= now ? of(today) : of(addDays({ day: today, days: -1 }))
}

async function alarm(platform: Platform, cause: { reason: string } | { runningSince: Date }): Promise<void> {
  const { db, clock, settings } = platform
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    if (!(await runs.claimAlarm(tx, { since: new Date(now.getTime() - alarmMs), now }))) return
    const lastGood = await runs.findLastGoodBackup(tx)
    const content = failedBackupMail({
      ...('reason' in cause ? cause : { runningSince: dateAndTime(cause.runningSince) }),
      lastGood: lastGood && dateAndTime(lastGood),
      publicUrl: settings.publicUrl,
    })
    for (const to of await listAdministratorAddresses(tx)) {
      await queueMail(tx, { platform, to, kind: 'backups.failed', isCounted: true, ...content })
    }
  })
}

/** One line, which names the folder or the server and has no value of a row. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.split('\n', 1).join('') : 'unknown'
}
