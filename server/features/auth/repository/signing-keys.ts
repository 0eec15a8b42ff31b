import type { JWK } from 'jose'
import type { Selectable } from 'kysely'

import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'
import type { SigningKeys } from '#server/platform/postgres/schema.gen.ts'

const columns = [
  'created_at',
  'kid',
  'public_jwk',
  'retired_at',
  'sealed_private_jwk',
  'signs_from',
] as const satisfies (keyof SigningKeys)[]

/** One process at a time creates a key. Held until the transaction ends. */
export async function lockKeys(tx: Tx): Promise<void> {
  await lockInTransaction(tx, { kind: 'signing-keys' })
}

/** The keys that may sign now, the newest first, as newestSigning() chooses. Runs for each access token. */
export const listSigningRows = builtOnce((db, { now }: { now: Date }) =>
  db
    .selectFrom('signing_keys')
    .select(['kid', 'sealed_private_jwk'])
    .where('signs_from', '<=', now)
    .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', now)]))
    .orderBy('signs_from', 'desc')
    .orderBy('kid'),
)

/** The newest first. */
export async function listKeyRows(db: Db | Tx): Promise<Selectable<SigningKeys>[]> {
  return db.selectFrom('signing_keys').select(columns).orderBy('signs_from', 'desc').orderBy('kid').execute()
}

export async function insertKey(
  tx: Tx,
  input: { kid: string; sealedPrivateJwk: Buffer; publicJwk: JWK; signsFrom: Date; now: Date },
): Promise<void> {
  await tx
    .insertInto('signing_keys')
    .values({
      kid: input.kid,
      sealed_private_jwk: input.sealedPrivateJwk,
      public_jwk: JSON.stringify(input.publicJwk),
      signs_from: input.signsFrom,
      created_at: input.now,
    })
    .execute()
}

/** The keys sign until `at`, and verify until their last token has expired. */
export async function retireKeys(tx: Tx, { kids, at }: { kids: readonly string[]; at: Date }): Promise<void> {
  if (kids.length === 0) return
  await tx
    .updateTable('signing_keys')
    .set({ retired_at: at })
    .where('kid', '=', anyOf(kids))
    .where('retired_at', 'is', null)
    .execute()
}

export async function deleteRetiredKeys(db: Db | Tx, { retiredBefore }: { retiredBefore: Date }): Promise<void> {
  await db.deleteFrom('signing_keys').where('retired_at', '<=', retiredBefore).execute()
}

export async function deleteAllKeys(tx: Tx): Promise<void> {
  await tx.deleteFrom('signing_keys').execute()
}
