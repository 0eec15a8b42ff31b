import { type Selectable, sql } from 'kysely'

import { hashSecret } from '#server/platform/ids.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'
import type { OneTimeTokens } from '#server/platform/postgres/schema.gen.ts'
import type { Metadata } from '../auth.types.ts'
import { type CodeChallenge, challengeOf } from '../rules/code-challenge.ts'
import type { TokenKind } from '../rules/token-kinds.ts'

type OfUser = { userId: string }
type OfKind = OfUser & { kind: TokenKind }

/** An account has one token of this kind at a time, as the index one_time_tokens_single enforces. */
const singleKind = 'reauthentication' satisfies TokenKind

/**
 * The password and data of a sign-up, kept with its mailed link until the visitor proves that the address is theirs. Without
 * a password: a sign-up by mailed code.
 */
export type SignUpAttempt = { passwordHash: string | null; metadata: Metadata }

type NewToken = OfKind & {
  id: string
  email: string
  secret: string
  codeHash: string
  attempt: SignUpAttempt | undefined
  challenge: CodeChallenge | undefined
  /** Undefined for a new sign-up, or for no sign-up. */
  signUpId: string | undefined
  failedTries: number
  expiresAt: Date
  now: Date
}

/** Replaces an earlier token of the single kind, whose id and failed tries stay. @returns the id */
export async function insertToken(tx: Tx, input: NewToken): Promise<string> {
  const { attempt, challenge, signUpId } = input
  const replacement = {
    email: input.email,
    token_hash: hashSecret(input.secret),
    code_hash: input.codeHash,
    expires_at: input.expiresAt,
    created_at: input.now,
    encrypted_password: attempt?.passwordHash ?? null,
    raw_user_meta_data: attempt ? JSON.stringify(attempt.metadata) : null,
    ...(challenge ?? { code_challenge: null, code_challenge_method: null }),
    ...(signUpId !== undefined && { sign_up_id: signUpId }),
  }
  const { id } = await tx
    .insertInto('one_time_tokens')
    .values({ id: input.id, user_id: input.userId, kind: input.kind, attempts: input.failedTries, ...replacement })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).where('kind', '=', sql.lit(singleKind)).doUpdateSet(replacement),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function countFailedTries(tx: Tx, { userId, kind }: OfKind): Promise<number> {
  const { tries } = await tx
    .selectFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .select((eb) => eb.fn.coalesce(eb.fn.max('attempts'), sql<number>`0`).as('tries'))
    .executeTakeFirstOrThrow()
  return tries
}

/** A token of one of these kinds that has not expired. */
export async function findToken(
  db: Db | Tx,
  { kinds, secret, now }: { secret: string; kinds: readonly TokenKind[]; now: Date },
): Promise<{ id: string; userId: string; email: string; kind: TokenKind } | undefined> {
  if (kinds.length === 0) return undefined
  return db
    .selectFrom('one_time_tokens')
    .select(['id', 'user_id as userId', 'email', 'kind'])
    .$narrowType<{ kind: TokenKind }>()
    .where('token_hash', '=', hashSecret(secret))
    .where('kind', '=', anyOf(kinds))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

const attemptColumns = ['encrypted_password', 'raw_user_meta_data'] as const

export type ConsumedToken = {
  kind: TokenKind
  signUpId: string
  email: string
  attempt: SignUpAttempt | undefined
  challenge: CodeChallenge | undefined
}

/** Deletes the token, so that it works once, even for simultaneous requests. */
export async function consumeToken(
  tx: Tx,
  { id, userId }: OfUser & { id: string },
): Promise<ConsumedToken | undefined> {
  const row = await tx
    .deleteFrom('one_time_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['kind', 'email', 'sign_up_id', ...attemptColumns, 'code_challenge', 'code_challenge_method'])
    .executeTakeFirst()
  if (!row) return undefined
  const { kind, email, sign_up_id: signUpId } = row
  return { kind: kind as TokenKind, signUpId, email, attempt: attemptOf(row), challenge: challengeOf(row) }
}

export type EarlierSignUp = { signUpId: string; attempt: SignUpAttempt | undefined; failedTries: number }

/** The newest link of a sign-up, expired or not. */
export async function findNewestSignUp(tx: Tx, { userId }: OfUser): Promise<EarlierSignUp | undefined> {
  const row = await tx
    .selectFrom('one_time_tokens')
    .select(['sign_up_id', 'attempts', ...attemptColumns])
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

export async function hasRivalSignUp(tx: Tx, { userId, signUpId }: OfUser & { signUpId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('one_time_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'signup')
    .where('sign_up_id', '!=', signUpId)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasSeveralSignUps(tx: Db | Tx, { userId }: OfUser): Promise<boolean> {
  const { signUps } = await tx
    .selectFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', 'signup')
    .select((eb) => eb.fn.count<number>('sign_up_id').distinct().as('signUps'))
    .executeTakeFirstOrThrow()
  return signUps > 1
}

export async function hasToken(tx: Tx, { userId, kind }: OfKind): Promise<boolean> {
  const row = await tx
    .selectFrom('one_time_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasTokenWithCode(
  tx: Tx,
  { email, codeHash }: { email: string; codeHash: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('one_time_tokens')
    .select('id')
    .where('email', '=', email)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return row !== undefined
}

type OfMailedCode = { email: string; kinds: readonly TokenKind[]; now: Date }

/** Locks the users of the unexpired tokens that were mailed to this address. */
export async function lockOwnersOfTokens(tx: Tx, { email, kinds, now }: OfMailedCode): Promise<void> {
  const owners = tx
    .selectFrom('one_time_tokens')
    .select('user_id')
    .where('email', '=', email)
    .where('kind', '=', anyOf(kinds))
    .where('expires_at', '>', now)
  await tx.selectFrom('users').select('id').where('id', 'in', owners).orderBy('id').forNoKeyUpdate().execute()
}

/**
 * Counts one try against the newest tokens of each kind that have tries left, and returns those. A token without tries
 * left stays among the newest; otherwise an older one would replace it there.
 */
export async function countTypedCode(
  tx: Tx,
  { maxTries, newest, isKnown, ...mailed }: OfMailedCode & { maxTries: number; newest: number; isKnown: boolean },
) {
  const column = isKnown ? 'known_device_attempts' : 'attempts'
  return tx
    .updateTable('one_time_tokens')
    .set((eb) => ({ [column]: eb(column, '+', 1) }))
    .where('id', 'in', newestOfEachKind(tx, { ...mailed, newest }))
    .where(column, '<', maxTries)
    .returning(['id', 'user_id as userId', 'kind', 'code_hash as codeHash'])
    .$narrowType<{ kind: TokenKind }>()
    .execute()
}

function newestOfEachKind(tx: Tx, { email, kinds, now, newest }: OfMailedCode & { newest: number }) {
  const live = tx
    .selectFrom('one_time_tokens')
    .select('id')
    .select(sql<number>`row_number() over (partition by kind order by created_at desc, id desc)`.as('rank'))
    .where('email', '=', email)
    .where('kind', '=', anyOf(kinds))
    .where('expires_at', '>', now)
  return tx.selectFrom(live.as('live')).select('live.id').where('live.rank', '<=', newest)
}

export async function deleteTokensOfKind(tx: Tx, { userId, kind }: OfKind): Promise<void> {
  await deleteTokensOfKinds(tx, { userId, kinds: [kind] })
}

export async function deleteEmailChangeTokens(tx: Tx, { userId }: OfUser): Promise<void> {
  await deleteTokensOfKinds(tx, { userId, kinds: ['email_change_current', 'email_change_new'] })
}

/** The tokens that open a session of a verified account. A change of address continues. */
export async function deleteSignInTokens(tx: Tx, { userId }: OfUser): Promise<void> {
  await deleteTokensOfKinds(tx, { userId, kinds: ['magiclink', 'recovery'] })
}

async function deleteTokensOfKinds(tx: Tx, { userId, kinds }: OfUser & { kinds: readonly TokenKind[] }): Promise<void> {
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('kind', '=', anyOf(kinds)).execute()
}

export async function deleteTokens(tx: Tx, { userId }: OfUser): Promise<void> {
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
}
