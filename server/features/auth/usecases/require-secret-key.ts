import { belongsToSecret, findSecretId, insertSecretId, setSecretId } from '#server/platform/database-secret.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requireSecret } from '#server/platform/secrets.ts'
import { StartError } from '#server/platform/start-error.ts'
import { listKeyRows } from '../repository/signing-keys.ts'
import { listKeys } from '../sessions/signing-keys.ts'

/**
 * The secret of this process, which has to be the one of the database: another one would end all sessions, and make stored mails,
 * second factors and push keys unreadable. A new one is created only for a database that no process has used.
 * @throws StartError
 */
export async function requireSecretKey({ db, settings }: Pick<Platform, 'db' | 'settings'>): Promise<Uint8Array> {
  const isKnown = (await findSecretId(db)) !== undefined
  const hasKeys = (await listKeyRows(db)).length > 0
  const secret = requireSecret(settings, { mayCreate: !isKnown && !hasKeys })
  // A database from before the secret was identified has keys that only the right secret opens.
  const opensKeys = isKnown || !hasKeys || (await listKeys(db, { secret })).length > 0
  if (!isKnown && opensKeys) await insertSecretId(db, { secret })
  if (opensKeys && (await belongsToSecret(db, { secret }))) return secret
  const source = settings.secretKey === undefined ? 'DATA_DIR/secret.key' : 'SECRET_KEY'
  throw new StartError(
    `${source} is not the secret key of this database, which other processes use or have used: restore the right one. ` +
      `If you mean to replace the key, stop every process and run: npm run admin -- replace-secret-key`,
  )
}

/**
 * Makes the secret of this process the one of the database. All users are signed out, queued mails stay unsent, and second
 * factors and push messages have to be set up again. @returns false while a server runs with the old one
 */
export async function replaceSecretKey({ db, pool, secret }: Platform): Promise<boolean> {
  const { rows } = await pool.query<{ servers: number }>(
    `select count(*)::int as servers from pg_stat_activity where datname = current_database() and (application_name = 'senda' or application_name like 'senda/%')`,
  )
  if (rows[0]?.servers !== 0) return false
  await setSecretId(db, { secret })
  return true
}
