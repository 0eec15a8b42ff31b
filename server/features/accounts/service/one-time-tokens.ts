import type { Selectable } from 'kysely'

import { hashSecret, newId, newSecret } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { OneTimeTokens } from '#server/platform/postgres/schema.gen.ts'

import type { Metadata } from '../accounts.types.ts'
import { type CodeChallenge, challengeOf } from './auth-codes.ts'
import { kinds, kindsOf, type TokenKind } from './token-kinds.ts'
import { newCode } from './typed-codes.ts'

/** What somebody who can't show yet that the address is theirs signed up with. Without a password: by mailed code. */
export type SignUpAttempt = { passwordHash: string | null; metadata: Metadata }

/** A sign-up's link that another one takes the place of. */
export type ReplacedSignUp = {
  attempt: SignUpAttempt | undefined
  challenge: CodeChallenge | undefined
  failedTries: number
}

type NewToken = {
  platform: Platform
  userId: string
  /** Where it is mailed to. */
  email: string
  kind: TokenKind
  /** `as before`: that of the link that this one takes the place of. */
  challenge: CodeChallenge | 'as before' | undefined
  /** Only of a sign-up. Undefined: the account keeps the password and data that it has. */
  attempt?: SignUpAttempt | undefined
  failedTries?: number
}

/**
 * What the mail carries. An earlier token of the same kind ends; its failed tries stay counted. Those of several
 * sign-ups stand side by side: a stranger must not end the owner's.
 */
export async function storeToken(tx: Tx, o: NewToken): Promise<{ secret: string; digits: string }> {
  const { kind, email, attempt, challenge } = o
  const now = o.platform.clock.now()
  const secret = newSecret()
  const { digits, codeHash } = await newCode(tx, o)
  const fresh = {
    email,
    token_hash: hashSecret(secret),
    code_hash: codeHash,
    expires_at: new Date(now.getTime() + kinds[kind].livesMs),
    created_at: now,
    encrypted_password: attempt?.passwordHash ?? null,
    raw_user_meta_data: attempt ? JSON.stringify(attempt.metadata) : null,
    ...(challenge !== 'as before' && (challenge ?? { code_challenge: null, code_challenge_method: null })),
  }
  await tx
    .insertInto('one_time_tokens')
    .values({ id: newId(), user_id: o.userId, kind, attempts: o.failedTries ?? 0, ...fresh })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).where('kind', '!=', 'signup').doUpdateSet(fresh))
    .execute()
  const { sentAt } = kinds[kind]
  if (sentAt)
    await tx
      .updateTable('users')
      .set({ [sentAt]: now })
      .where('id', '=', o.userId)
      .execute()
  return { secret, digits }
}

/** Whose token this is, so that the user can be locked before it is consumed. */
export async function findTokenOwner(
  db: Db | Tx,
  o: { secret: string; type: string; now: Date },
): Promise<{ id: string; userId: string } | undefined> {
  const wanted = kindsOf(o.type)
  if (wanted.length === 0) return undefined
  const row = await db
    .selectFrom('one_time_tokens')
    .select(['id', 'user_id'])
    .where('token_hash', '=', hashSecret(o.secret))
    .where('kind', 'in', wanted)
    .where('expires_at', '>', o.now)
    .executeTakeFirst()
  return row && { id: row.id, userId: row.user_id }
}

/** Which address the link of this token was mailed to; reading it consumes nothing. */
export async function findTokenAddress(
  db: Db | Tx,
  o: { secret: string; type: string; now: Date },
): Promise<string | undefined> {
  const token = await findTokenOwner(db, o)
  if (!token) return undefined
  const row = await db.selectFrom('one_time_tokens').select('email').where('id', '=', token.id).executeTakeFirst()
  return row?.email
}

export type ConsumedToken = {
  kind: TokenKind
  email: string
  attempt: SignUpAttempt | undefined
  challenge: CodeChallenge | undefined
}

/** Takes the token away, so that it works once, whoever else tries at the same time. */
export async function consumeToken(tx: Tx, o: { id: string; userId: string }): Promise<ConsumedToken | undefined> {
  const row = await tx
    .deleteFrom('one_time_tokens')
    .where('id', '=', o.id)
    .where('user_id', '=', o.userId)
    .returningAll()
    .executeTakeFirst()
  return row && { kind: row.kind as TokenKind, email: row.email, attempt: attemptOf(row), challenge: challengeOf(row) }
}

/** Ends the newest link of a sign-up, expired or not, for one that takes its place. */
export async function takeSignUp(tx: Tx, userId: string): Promise<ReplacedSignUp | undefined> {
  const row = await tx
    .deleteFrom('one_time_tokens')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('one_time_tokens')
        .select('id')
        .where('user_id', '=', userId)
        .where('kind', '=', 'signup')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst()
  return row && { attempt: attemptOf(row), challenge: challengeOf(row), failedTries: row.attempts }
}

function attemptOf(
  row: Pick<Selectable<OneTimeTokens>, 'encrypted_password' | 'raw_user_meta_data'>,
): SignUpAttempt | undefined {
  if (row.raw_user_meta_data === null) return undefined
  return { passwordHash: row.encrypted_password, metadata: row.raw_user_meta_data as Metadata }
}

export async function isOutstanding(tx: Tx, o: { userId: string; kind: TokenKind }): Promise<boolean> {
  const row = await tx
    .selectFrom('one_time_tokens')
    .select('id')
    .where('user_id', '=', o.userId)
    .where('kind', '=', o.kind)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSignUpTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('kind', '=', 'signup').execute()
}

export async function deleteEmailChangeTokens(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['email_change_current', 'email_change_new'] satisfies TokenKind[])
    .execute()
}

/** Ends what alone would open a session of an account that is confirmed; a change of address goes on. */
export async function deleteWaysToSignIn(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['magiclink', 'recovery'] satisfies TokenKind[])
    .execute()
  await tx.deleteFrom('auth_codes').where('user_id', '=', userId).execute()
}

/** Ends everything that was mailed, and every way back into a browser that such a link opened. */
export async function deleteTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth_codes').where('user_id', '=', userId).execute()
}
