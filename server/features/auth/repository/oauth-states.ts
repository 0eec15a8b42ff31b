import type { Insertable, Selectable } from 'kysely'

import type { Db } from '#server/platform/postgres/database.ts'
import type { OauthStates } from '#server/platform/postgres/schema.gen.ts'

export async function insertState(db: Db, row: Insertable<OauthStates>): Promise<void> {
  await db.insertInto('oauth_states').values(row).execute()
}

const columns = [
  'browser_hash',
  'code_challenge',
  'code_challenge_method',
  'created_at',
  'expires_at',
  'linking_session_id',
  'linking_user_id',
  'nonce',
  'provider',
  'redirect_to',
  'sealed_code_verifier',
  'state_hash',
] as const satisfies (keyof OauthStates)[]

/** Deletes the state, so that it works once, even for simultaneous requests. Another browser's request deletes nothing. */
export async function consumeState(
  db: Db,
  { stateHash, browserHash }: { stateHash: string; browserHash: string },
): Promise<Selectable<OauthStates> | undefined> {
  return db
    .deleteFrom('oauth_states')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .returning(columns)
    .executeTakeFirst()
}
