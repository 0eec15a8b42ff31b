import { hashSecret } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Method } from '../auth.types.ts'
import { type CodeChallenge, challengeOf } from '../rules/code-challenge.ts'

export async function insertAuthCode(
  tx: Tx,
  {
    code,
    userId,
    method,
    challenge,
    expiresAt,
    now,
  }: { code: string; userId: string; method: Method; challenge: CodeChallenge; expiresAt: Date; now: Date },
): Promise<void> {
  await tx
    .insertInto('auth_codes')
    .values({
      code_hash: hashSecret(code),
      user_id: userId,
      method,
      ...challenge,
      expires_at: expiresAt,
      created_at: now,
    })
    .execute()
}

export async function findAuthCodeOwner(tx: Tx, { code }: { code: string }): Promise<string | undefined> {
  const row = await tx
    .selectFrom('auth_codes')
    .select('user_id')
    .where('code_hash', '=', hashSecret(code))
    .executeTakeFirst()
  return row?.user_id
}

/** Deletes the code, so that it works once, even when the verifier is wrong or the code has expired. */
export async function consumeAuthCode(
  tx: Tx,
  { code, userId }: { code: string; userId: string },
): Promise<{ method: Method; challenge: CodeChallenge; expiresAt: Date } | undefined> {
  const row = await tx
    .deleteFrom('auth_codes')
    .where('code_hash', '=', hashSecret(code))
    .where('user_id', '=', userId)
    .returning(['method', 'code_challenge', 'code_challenge_method', 'expires_at'])
    .executeTakeFirst()
  const challenge = row && challengeOf(row)
  return challenge && { method: row.method as Method, challenge, expiresAt: row.expires_at }
}

/** The code with this hash stops working; the new one ends when it would have. @returns false when it has ended already. */
export async function replaceAuthCode(
  tx: Tx,
  { codeHash, code, now }: { codeHash: string; code: string; now: Date },
): Promise<boolean> {
  const replaced = await tx
    .updateTable('auth_codes')
    .set({ code_hash: hashSecret(code) })
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning('code_hash')
    .executeTakeFirst()
  return replaced !== undefined
}

export async function deleteAuthCodes(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.deleteFrom('auth_codes').where('user_id', '=', userId).execute()
}
