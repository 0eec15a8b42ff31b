import { join } from 'node:path'

import { zone } from '#contract/calendar.ts'
import { parseTypedEmail } from '#server/features/auth/protocol/body.ts'
import { grantAdministrator, revokeAdministrator } from '#server/features/auth/usecases/administrators.ts'
import { removeSecondFactor } from '#server/features/auth/usecases/remove-second-factor.ts'
import { replaceSecretKey, requireSecretKey } from '#server/features/auth/usecases/require-secret-key.ts'
import { replaceSigningKeys, rotateSigningKeys } from '#server/features/auth/usecases/rotate-signing-keys.ts'
import { readKeysOfRecords } from '#server/features/clinical-records/usecases/require-stored-keys.ts'
import { rotateRecordKeys } from '#server/features/clinical-records/usecases/rotate-record-keys.ts'
import { loadWords } from '#server/features/operator/usecases/operator-words.ts'
import { createGateway } from '#server/gateways.ts'
import { systemClock } from '#server/platform/clock.ts'
import { keepDatabaseTime } from '#server/platform/database-time.ts'
import { createDiskFiles } from '#server/platform/file-store.ts'
import { createLive } from '#server/platform/live.ts'
import { createLog } from '#server/platform/log.ts'
import type { Platform } from '#server/platform/platform.ts'
import { joinEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { migrate, requireMigrated } from '#server/platform/postgres/migrate.ts'
import { requireSecret } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings.ts'
import { StartError } from '#server/platform/start-error.ts'
import { readBackupCommand } from './backup-commands.ts'
import { checkTimes, repairTimes, verifyCommissions, verifyRecordOfStaff, verifyWholeLedger } from './check-commands.ts'
import { openDatabase } from './open-database.ts'
import { type Command, done, type Outcome, refused } from './outcome.ts'
import { restore } from './restore-command.ts'
import { sendTestMail } from './test-mail-command.ts'

// Operator commands, which need access to the server and are not reachable over the network.

const help = `Usage: npm run admin -- <command>

  grant EMAIL                  lets that account administer Senda
  revoke EMAIL                 takes that permission away
  remove-second-factor EMAIL   removes the second factor of a person who lost the phone, and ends the sessions
  test-mail EMAIL              sends a mail there at once, and says what the mail server answered
  rotate-keys                  replaces the key that signs sessions; open sessions go on
  rotate-keys --emergency      the same when the key was stolen: what it signed stops counting immediately
  replace-secret-key           takes this SECRET_KEY for the one of the database, when the old one is lost or was stolen
  rotate-record-keys           encrypts every clinical record with the first key of RECORD_KEYS; may be stopped and repeated
  check-times                  compares the stored start times of every service with the working hours
  repair-times                 the same, and recomputes those that disagree
  verify-commissions           compares the daily sums of commissions with the commissions
  verify-ledger                names each payment, refund, commission or balance of points that disagrees with the others
  verify-record                looks for a changed, added or missing row in the record of what staff did
  backup [--to DIR]            copies the rows and files of one moment to a new folder of DIR, or of BACKUP_DIR;
                               DIR is a folder or s3://bucket/prefix, with the settings BACKUP_S3_…
  restore DIR                  fills an empty database and DATA_DIR/files with that backup, and pauses outgoing mail;
                               with --replace-secret-key when the SECRET_KEY of the backup is lost
  resume-mail                  ends that pause: mails and push messages leave again

Works while Senda runs or is stopped, with the same settings (.env, DATA_DIR, DATABASE_URL).
A command of a newer version than the database refuses to run: --migrate brings the database up to date first.`

/** A command with an e-mail address. */
type OfAccount = (platform: Platform, input: { email: string }) => Promise<Outcome>

const commandsOfAccount: Record<string, OfAccount> = {
  grant,
  revoke,
  'remove-second-factor': clearSecondFactor,
  'test-mail': sendTestMail,
}

async function grant(platform: Platform, { email }: { email: string }): Promise<Outcome> {
  const { publicUrl, smtpUrl } = platform.settings
  const { outcome, hasSecondFactor } = await grantAdministrator(platform, { email })
  const next = hasSecondFactor
    ? ''
    : `\nProduction also requires a second factor: it is turned on at ${publicUrl}/account`
  switch (outcome) {
    case 'granted':
      return done(`${email} now administers Senda.${next}`)
    case 'already':
      return done(`${email} administers Senda already.${next}`)
    case 'unknown':
      return refused(`${unknownAccount(email)} Register it first at ${publicUrl}/register and repeat the command.`)
    case 'unconfirmed': {
      const hint =
        smtpUrl === undefined ? ' Without SMTP_URL that mail is not sent: set it and request another one.' : ''
      return refused(
        `The address ${email} is not confirmed yet. Follow the link in the mail «Confirma tu correo» and repeat the command.${hint}`,
      )
    }
    case 'blocked':
      return refused(`The account of ${email} is suspended or closed.`)
    case 'registration pending':
      return refused(
        `The account of ${email} has not completed its registration: sign in with it, complete it and repeat the command.`,
      )
  }
}

async function revoke(platform: Platform, { email }: { email: string }): Promise<Outcome> {
  switch (await revokeAdministrator(platform, { email })) {
    case 'revoked':
      return done(`${email} no longer administers Senda.`)
    case 'not an administrator':
      return done(`${email} does not administer Senda.`)
    case 'unknown':
      return refused(unknownAccount(email))
    case 'last':
      return refused(`${email} is the only account that administers Senda: grant the permission to another one first.`)
  }
}

async function clearSecondFactor(platform: Platform, { email }: { email: string }): Promise<Outcome> {
  switch (await removeSecondFactor(platform, { email })) {
    case 'removed':
      return done(
        `${email} has no second factor any more and its sessions have ended. The person gets a mail about it.`,
      )
    case 'has none':
      return done(`${email} has no second factor.`)
    case 'unknown':
      return refused(unknownAccount(email))
  }
}

async function rotateKeys(platform: Platform): Promise<Outcome> {
  const rotation = await rotateSigningKeys(platform, { early: true })
  const from = rotation?.signsFrom.toLocaleTimeString('es-UY', {
    timeZone: zone,
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  if (!rotation?.isNew) return done(`There is a new key already; it signs from ${from} on.`)
  return done(`The new key signs from ${from} on. Open sessions go on.`)
}

async function replaceKeys(platform: Platform): Promise<Outcome> {
  await replaceSigningKeys(platform)
  return done(
    'What the earlier keys signed no longer counts, in any process. The sessions stay in the database, ' +
      'but people with an open page may have to sign in again.',
  )
}

async function rotateKeysOfRecords(platform: Platform): Promise<Outcome> {
  const { current } = platform.recordKeys
  const report = (rotated: number) => process.stdout.write(`  ${rotated} rows\r`)
  const { rotated, unused, left } = await rotateRecordKeys(platform, { onBatch: report })
  const summary = `Encrypted ${rotated} rows of clinical records with the key "${current.id}".`
  if (left > 0) {
    return refused(
      `${summary} Another key still encrypts ${left} rows: restart every server with these settings and repeat the command.`,
    )
  }
  const hint = unused.length > 0 ? ` RECORD_KEYS no longer needs: ${unused.join(', ')}.` : ''
  return done(`${summary}${hint}`)
}

async function setSecretKey(platform: Platform): Promise<Outcome> {
  if (!(await replaceSecretKey(platform))) {
    return refused(`Senda still runs on this database: stop every process with the old key first.`)
  }
  return done(
    'This secret key is now the one of the database. All users are signed out, mails that were queued are not sent, and ' +
      'second factors and push messages have to be activated again. Start every process with this key.',
  )
}

function unknownAccount(email: string): string {
  return `No account has the address ${email}.`
}

/** Undefined for an unknown command. */
function readCommand([name = '', ...args]: readonly string[]): Command | undefined {
  const ofAccount = Object.hasOwn(commandsOfAccount, name) ? commandsOfAccount[name] : undefined
  const [argument = ''] = args
  if (ofAccount && args.length === 1) {
    const email = parseTypedEmail(argument)
    if (email === undefined) return () => Promise.resolve(refused(`"${argument}" is not an email address.`))
    return (platform) => ofAccount(platform, { email })
  }
  const ofBackups = readBackupCommand(name, args)
  if (ofBackups) return ofBackups
  if (name === 'rotate-record-keys' && args.length === 0) return rotateKeysOfRecords
  if (name === 'check-times' && args.length === 0) return checkTimes
  if (name === 'verify-commissions' && args.length === 0) return verifyCommissions
  if (name === 'verify-ledger' && args.length === 0) return verifyWholeLedger
  if (name === 'verify-record' && args.length === 0) return verifyRecordOfStaff
  if (name === 'replace-secret-key' && args.length === 0) return setSecretKey
  if (name === 'repair-times' && args.length === 0) return repairTimes
  if (name !== 'rotate-keys') return undefined
  if (args.length === 0) return rotateKeys
  return args.length === 1 && argument === '--emergency' ? replaceKeys : undefined
}

async function withPlatform(
  settings: Settings,
  { command, mayMigrate }: { command: Command; mayMigrate: boolean },
): Promise<Outcome> {
  const log = createLog(settings)
  await using resources = new AsyncDisposableStack()
  const database = await openDatabase({ settings, log, resources, openEmbedded: joinEmbeddedPostgres })
  if (mayMigrate) await migrate({ pool: database.pool, log })
  else await requireMigrated(database)
  const databaseTime = await keepDatabaseTime({ pool: database.pool, log })
  resources.defer(() => databaseTime.stop())
  const files = createDiskFiles({ folder: join(settings.dataDir, 'files') })
  const live = createLive({ pool: database.pool, log })
  resources.defer(() => live.close())
  const base = {
    settings,
    log,
    ...database,
    reserve: database,
    clock: systemClock,
    files,
    live,
    secret:
      command === setSecretKey
        ? requireSecret(settings, { mayCreate: true })
        : await requireSecretKey({ ...database, settings }),
    recordKeys: await readKeysOfRecords({ ...database, settings }),
  }
  await loadWords(base)
  // Awaited here, because returning closes the database.
  return await command({ ...base, gateway: createGateway(base) })
}

/**
 * Runs one operator's command.
 * @param input.words what follows `npm run admin --`
 * @param input.settings read only for a known command; may throw StartError
 * @returns the text for the operator, and the exit code: 0, or 1 for a refusal, a start error or an unknown command
 */
export async function runCommand(input: {
  words: readonly string[]
  settings: () => Settings
}): Promise<{ code: 0 | 1; output: string }> {
  const mayMigrate = input.words.includes('--migrate')
  const args = input.words.filter((word) => word !== '--migrate')
  const [name, folder, option] = args
  const command = readCommand(args)
  const hasNewSecret = option === '--replace-secret-key'
  const isRestore = name === 'restore' && folder !== undefined && args.length === (hasNewSecret ? 3 : 2)
  if (!command && !isRestore) {
    const isHelpRequest = args.length === 0 || ['help', '--help', '-h'].includes(args[0] ?? '')
    return { code: isHelpRequest ? 0 : 1, output: help }
  }
  try {
    const { isDone, output } = command
      ? await withPlatform(input.settings(), { command, mayMigrate })
      : await restore(input.settings(), { folder: folder ?? '', hasNewSecret })
    return { code: isDone ? 0 : 1, output }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { code: 1, output: error.message }
  }
}
