import { sql } from 'kysely'
import type { Db, Tx } from './postgres/database.ts'
import { keyIdOf } from './secrets.ts'

// All processes of a database have one SECRET_KEY. The database stores only a keyed hash, which identifies it.

/** What the database, and a backup, store of its secret. */
export const idOfSecret = (secret: Uint8Array): string => keyIdOf({ secret, purpose: 'secret key of the database' })

/** Undefined before the first process has started. */
export async function findSecretId(db: Db | Tx): Promise<string | undefined> {
  const row = await db.selectFrom('database_secret').select('key_id').executeTakeFirst()
  return row?.key_id
}

/** The first process decides: a row that exists stays. */
export async function insertSecretId(db: Db, { secret }: { secret: Uint8Array }): Promise<void> {
  await db
    .insertInto('database_secret')
    .values({ key_id: idOfSecret(secret) })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute()
}

export async function setSecretId(db: Db, { secret }: { secret: Uint8Array }): Promise<void> {
  await db
    .insertInto('database_secret')
    .values({ key_id: idOfSecret(secret) })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({ key_id: idOfSecret(secret), set_at: sql`now()` }),
    )
    .execute()
}

/** Whether the database belongs to this secret, or to none yet. */
export async function belongsToSecret(db: Db | Tx, { secret }: { secret: Uint8Array }): Promise<boolean> {
  const id = await findSecretId(db)
  return id === undefined || id === idOfSecret(secret)
}
