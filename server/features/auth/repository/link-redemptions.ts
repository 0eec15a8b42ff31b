import { hashSecret } from '#server/platform/ids.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'
import type { TokenKind } from '../rules/token-kinds.ts'

export type BrowserAnswer = 'mine' | 'not mine'

type NewRedemption = {
  secret: string
  browserKey: string
  userId: string
  kind: TokenKind
  answer: BrowserAnswer
  sessionId: string | undefined
  choosesPassword: boolean
  authCode: string | undefined
  expiresAt: Date
}

export async function insertRedemption(tx: Tx, input: NewRedemption): Promise<void> {
  const { userId, kind, answer, choosesPassword, sessionId, authCode, expiresAt } = input
  await tx
    .insertInto('link_redemptions')
    .values({
      token_hash: hashSecret(input.secret),
      browser_hash: hashSecret(input.browserKey),
      user_id: userId,
      kind,
      answer,
      session_id: sessionId ?? null,
      chooses_password: choosesPassword,
      code_hash: authCode === undefined ? null : hashSecret(authCode),
      expires_at: expiresAt,
    })
    .execute()
}

type Repetition = { secret: string; browserKey: string; kinds: readonly TokenKind[]; now: Date; max: number }

export async function findRedemption(
  db: Db | Tx,
  { secret, browserKey, kinds, now, max }: Repetition,
): Promise<{ userId: string; answer: BrowserAnswer } | undefined> {
  if (kinds.length === 0) return undefined
  return db
    .selectFrom('link_redemptions')
    .select(['user_id as userId', 'answer'])
    .$narrowType<{ answer: BrowserAnswer }>()
    .where('token_hash', '=', hashSecret(secret))
    .where('browser_hash', '=', hashSecret(browserKey))
    .where('kind', '=', anyOf(kinds))
    .where('expires_at', '>', now)
    .where('repetitions', '<', max)
    .executeTakeFirst()
}

/** Counts one repetition of what `findRedemption` found. The caller holds the lock on the user. */
export async function countRepetition(
  tx: Tx,
  { secret, max }: Pick<Repetition, 'secret' | 'max'>,
): Promise<{ sessionId: string | null; codeHash: string | null; choosesPassword: boolean } | undefined> {
  return tx
    .updateTable('link_redemptions')
    .set((eb) => ({ repetitions: eb('repetitions', '+', 1) }))
    .where('token_hash', '=', hashSecret(secret))
    .where('repetitions', '<', max)
    .returning(['session_id as sessionId', 'code_hash as codeHash', 'chooses_password as choosesPassword'])
    .executeTakeFirst()
}

/** Ends the repetitions of all links of the user, or of those of these kinds. */
export async function deleteRedemptions(
  tx: Tx,
  { userId, kinds }: { userId: string; kinds?: readonly TokenKind[] },
): Promise<void> {
  let query = tx.deleteFrom('link_redemptions').where('user_id', '=', userId)
  if (kinds) query = query.where('kind', '=', anyOf(kinds))
  await query.execute()
}
