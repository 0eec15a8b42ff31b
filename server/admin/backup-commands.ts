import { absoluteAddress } from '#server/platform/backup/backup-address.ts'
import { findMailPause, resumeMail } from '#server/platform/mail-pause.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartError } from '#server/platform/start-error.ts'
import { backUp } from '#server/processes/back-up.ts'
import { type Command, done, type Outcome, refused } from './outcome.ts'
import { progressLine, sizeOf } from './progress-line.ts'

/** Undefined for another command, and for arguments that these do not have. */
export function readBackupCommand(name: string, args: readonly string[]): Command | undefined {
  if (name === 'resume-mail' && args.length === 0) return sendMailAgain
  if (name !== 'backup') return undefined
  if (args.length === 0) return (platform) => backUpTo(platform, platform.settings.backups.dir)
  const [option, folder] = args
  return option === '--to' && folder && args.length === 2
    ? (platform) => backUpTo(platform, absoluteAddress(folder))
    : undefined
}

async function backUpTo(platform: Platform, target: string | undefined): Promise<Outcome> {
  if (target === undefined)
    return refused('Name a folder or bucket for the backup: --to DIR, or BACKUP_DIR in the settings.')
  const startedAt = performance.now()
  const written = await backUp(platform, { target, onProgress: progressLine(process.stdout) }).catch(
    (error: unknown) => {
      if (error instanceof StartError) throw error
      throw new StartError(`The backup failed and is deleted: ${(error as Error).message}`, { cause: error })
    },
  )
  const { folder, rows, files, bytes, contents, removed } = written
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const keys = contents.recordKeys.map(({ id }) => `"${id}"`).join(', ')
  const lines = [
    `Backed up ${rows} rows and ${files} files (${sizeOf(bytes)}) to ${folder} in ${seconds} s.`,
    `It has no keys. A restore needs SECRET_KEY (or DATA_DIR/secret.key) and, of the clinical records, the keys ${keys}: keep them apart.`,
    ...(removed > 0 ? [`Deleted ${removed} older backups: BACKUP_KEEP is ${platform.settings.backups.keep}.`] : []),
  ]
  return done(lines.join('\n'))
}

async function sendMailAgain(platform: Platform): Promise<Outcome> {
  const waiting = await resumeMail(platform)
  if (waiting === undefined) return done('Outgoing mail is not paused.')
  if ((await findMailPause(platform.db)) !== undefined)
    return refused('Outgoing mail was paused again after it was resumed.')
  return done(`Mails and push messages leave again. Mails that wait: ${waiting}.`)
}
