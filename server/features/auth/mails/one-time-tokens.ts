import { type Selectable, sql } from 'kysely'

import { hashSecret, newId, newSecret } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { OneTimeTokens } from '#server/platform/postgres/schema.gen.ts'

import type { Metadata } from '../auth.types.ts'
import { type CodeChallenge, challengeOf } from './auth-codes.ts'
import { kinds, kindsOf, type TokenKind } from './token-kinds.ts'
import { newCode } from './typed-codes.ts'

/** Of which an account has one at a time, as the index one_time_tokens_single says. */
const single = 'reauthentication' satisfies TokenKind

/** What somebody who can't show yet that the address is theirs signed up with. Without a password: by mailed code. */
export type SignUpAttempt = { passwordHash: string | null; metadata: Metadata }

/** What a sign-up's link says that was mailed before. */
export type EarlierSignUp = { signUpId: string; attempt: SignUpAttempt | undefined; failedTries: number }

type NewToken = {
  platform: Platform
  userId: string
  /** Where it is mailed to. */
  email: string
  kind: TokenKind
  challenge: CodeChallenge | undefined
  /** Only of a sign-up. Undefined: the account keeps the password and data that it has. */
  attempt?: SignUpAttempt | undefined
  /** Only of a mail that was asked for again: the sign-up that its link confirms. */
  signUpId?: string | undefined
  failedTries?: number
}

/**
 * What the mail carries. An earlier code that proves who is signed in ends; its failed tries stay counted. All other tokens
 * stand side by side, as a stranger may ask for their mails: that must not end a link that the owner has received.
 */
export async function storeToken(tx: Tx, input: NewToken): Promise<{ secret: string; digits: string }> {
  const { kind, email, attempt, challenge } = input
  const now = input.platform.clock.now()
  const secret = newSecret()
  const { digits, codeHash } = await newCode(tx, input)
  const fresh = {
    email,
    token_hash: hashSecret(secret),
    code_hash: codeHash,
    expires_at: new Date(now.getTime() + kinds[kind].livesMs),
    created_at: now,
    encrypted_password: attempt?.passwordHash ?? null,
    raw_user_meta_data: attempt ? JSON.stringify(attempt.metadata) : null,
    ...(challenge ?? { code_challenge: null, code_challenge_method: null }),
    ...(input.signUpId !== undefined && { sign_up_id: input.signUpId }),
  }
  await tx
    .insertInto('one_time_tokens')
    .values({
      id: newId(),
      user_id: input.userId,
      kind,
      attempts: input.failedTries ?? (await failedTriesOf(tx, input)),
      ...fresh,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).where('kind', '=', sql.lit(single)).doUpdateSet(fresh),
    )
    .execute()
  const { sentAt } = kinds[kind]
  if (sentAt)
    await tx
      .updateTable('users')
      .set({ [sentAt]: now })
      .where('id', '=', input.userId)
      .execute()
  return { secret, digits }
}

/** Wrong codes so far of links that stand side by side: another mail brings no new tries. A sign-up's are its own. */
async function failedTriesOf(tx: Tx, { userId, kind }: Pick<NewToken, 'userId' | 'kind'>): Promise<number> {
  if (kind !== 'recovery' && kind !== 'magiclink') return 0
  const { tries } = await tx
    .selectFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .select((eb) => eb.fn.coalesce(eb.fn.max('attempts'), sql<number>`0`).as('tries'))
    .executeTakeFirstOrThrow()
  return tries
}

/** Whose token this is, so that the user can be locked before it is consumed. */
export async function findTokenOwner(
  db: Db | Tx,
  { type, secret, now }: { secret: string; type: string; now: Date },
): Promise<{ id: string; userId: string } | undefined> {
  const wanted = kindsOf(type)
  if (wanted.length === 0) return undefined
  const row = await db
    .selectFrom('one_time_tokens')
    .select(['id', 'user_id'])
    .where('token_hash', '=', hashSecret(secret))
    .where('kind', 'in', wanted)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { id: row.id, userId: row.user_id }
}

/** Which address the link of this token was mailed to; reading it consumes nothing. */
export async function findTokenAddress(
  db: Db | Tx,
  input: { secret: string; type: string; now: Date },
): Promise<string | undefined> {
  const token = await findTokenOwner(db, input)
  if (!token) return undefined
  const row = await db.selectFrom('one_time_tokens').select('email').where('id', '=', token.id).executeTakeFirst()
  return row?.email
}

export type ConsumedToken = {
  kind: TokenKind
  signUpId: string
  email: string
  attempt: SignUpAttempt | undefined
  challenge: CodeChallenge | undefined
}

/** Takes the token away, so that it works once, whoever else tries at the same time. */
export async function consumeToken(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<ConsumedToken | undefined> {
  const row = await tx
    .deleteFrom('one_time_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const { kind, email, sign_up_id: signUpId } = row
  return { kind: kind as TokenKind, signUpId, email, attempt: attemptOf(row), challenge: challengeOf(row) }
}

/** The newest link of a sign-up, expired or not. It stays as it is. */
export async function findNewestSignUp(tx: Tx, userId: string): Promise<EarlierSignUp | undefined> {
  const row = await tx
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'signup')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row && { signUpId: row.sign_up_id, attempt: attemptOf(row), failedTries: row.attempts }
}

function attemptOf(
  row: Pick<Selectable<OneTimeTokens>, 'encrypted_password' | 'raw_user_meta_data'>,
): SignUpAttempt | undefined {
  if (row.raw_user_meta_data === null) return undefined
  return { passwordHash: row.encrypted_password, metadata: row.raw_user_meta_data as Metadata }
}

/** Whether another sign-up than this one waits for the same address. */
export async function hasRivalSignUp(
  tx: Tx,
  { userId, signUpId }: { userId: string; signUpId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('one_time_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'signup')
    .where('sign_up_id', '!=', signUpId)
    .executeTakeFirst()
  return row !== undefined
}

export async function isOutstanding(tx: Tx, { userId, kind }: { userId: string; kind: TokenKind }): Promise<boolean> {
  const row = await tx
    .selectFrom('one_time_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteTokensOfKind(tx: Tx, { userId, kind }: { userId: string; kind: TokenKind }): Promise<void> {
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('kind', '=', kind).execute()
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
