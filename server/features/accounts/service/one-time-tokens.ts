import type { Selectable } from 'kysely'

import { hashSecret, newId, newSecret } from '#server/platform/ids.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { OneTimeTokens } from '#server/platform/postgres/schema.gen.ts'
import { enterEmailMail, leaveEmailMail, recoveryMail, verificationMail } from '../accounts.mail.ts'
import type { Metadata } from '../accounts.types.ts'

const hour = 3_600_000

/** Each kind: the `type` of its link, and how long that works. The mails name these times, too. */
const kinds = {
  signup: { type: 'signup', livesMs: 24 * hour },
  recovery: { type: 'recovery', livesMs: hour },
  email_change_current: { type: 'email_change', livesMs: 24 * hour },
  email_change_new: { type: 'email_change', livesMs: 24 * hour },
} as const
export type TokenKind = keyof typeof kinds

/** Which tokens a `type` of the protocol may consume. */
const kindsOfType = new Map<string, readonly TokenKind[]>([
  ['signup', ['signup']],
  ['email', ['signup']],
  ['recovery', ['recovery']],
  ['email_change', ['email_change_current', 'email_change_new']],
  // The protocol has them; we mail none yet.
  ['magiclink', []],
  ['invite', []],
])

export function isKnownType(type: string): boolean {
  return kindsOfType.has(type)
}

/** What somebody who can't show yet that the address is theirs signed up with. */
export type SignUpAttempt = { passwordHash: string; metadata: Metadata }

type MailedLink = {
  platform: Platform
  user: { id: string; email: string; new_email: string | null }
  kind: TokenKind
  /** Where the link ends, already checked. */
  redirectTo: string
  /** Only of a sign-up. Undefined: the account keeps the password and data that it has. */
  attempt?: SignUpAttempt | undefined
}

/**
 * Makes the token, mails its link, and notes when. An earlier link of the same kind ends; its failed tries stay counted.
 * Links of several sign-ups stand side by side: a stranger must not end the owner's.
 */
export async function mailLink(tx: Tx, o: MailedLink): Promise<void> {
  const { platform, user, kind, attempt } = o
  const now = platform.clock.now()
  const secret = newSecret()
  const email = kind === 'email_change_new' ? (user.new_email ?? user.email) : user.email
  const fresh = {
    email,
    token_hash: hashSecret(secret),
    expires_at: new Date(now.getTime() + kinds[kind].livesMs),
    created_at: now,
    encrypted_password: attempt?.passwordHash ?? null,
    raw_user_meta_data: attempt ? JSON.stringify(attempt.metadata) : null,
  }
  await tx
    .insertInto('one_time_tokens')
    .values({ id: newId(), user_id: user.id, kind, ...fresh })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).where('kind', '!=', 'signup').doUpdateSet(fresh))
    .execute()
  await tx.updateTable('users').set(sentAt({ kind, now })).where('id', '=', user.id).execute()

  // From the settings alone: whoever sends a forged Host header must not choose where our mails lead.
  const link = `${platform.settings.publicUrl}/auth/v1/verify?${new URLSearchParams({
    token: secret,
    type: kinds[kind].type,
    redirect_to: o.redirectTo,
  })}`
  await queueMail(tx, { to: email, kind: `accounts.${kind}`, ...contentOf({ kind, link, newEmail: user.new_email }) })
}

function sentAt(o: { kind: TokenKind; now: Date }) {
  if (o.kind === 'signup') return { confirmation_sent_at: o.now }
  if (o.kind === 'recovery') return { recovery_sent_at: o.now }
  return { email_change_sent_at: o.now }
}

function contentOf(o: { kind: TokenKind; link: string; newEmail: string | null }) {
  const { link } = o
  switch (o.kind) {
    case 'signup':
      return verificationMail({ link })
    case 'recovery':
      return recoveryMail({ link })
    case 'email_change_current':
      return leaveEmailMail({ link, newEmail: o.newEmail ?? '' })
    case 'email_change_new':
      return enterEmailMail({ link })
  }
}

/** Whose token this is, so that the user can be locked before it is consumed. */
export async function findTokenOwner(
  db: Db | Tx,
  o: { secret: string; type: string; now: Date },
): Promise<string | undefined> {
  const wanted = kindsOfType.get(o.type) ?? []
  if (wanted.length === 0) return undefined
  const row = await db
    .selectFrom('one_time_tokens')
    .select('user_id')
    .where('token_hash', '=', hashSecret(o.secret))
    .where('kind', 'in', wanted)
    .where('expires_at', '>', o.now)
    .executeTakeFirst()
  return row?.user_id
}

/** Takes the token away, so that it works once, whoever else tries at the same time. */
export async function consumeToken(
  tx: Tx,
  o: { secret: string; userId: string },
): Promise<{ kind: TokenKind; email: string; attempt: SignUpAttempt | undefined } | undefined> {
  const row = await tx
    .deleteFrom('one_time_tokens')
    .where('token_hash', '=', hashSecret(o.secret))
    .where('user_id', '=', o.userId)
    .returning(['kind', 'email', 'encrypted_password', 'raw_user_meta_data'])
    .executeTakeFirst()
  return row && { kind: row.kind as TokenKind, email: row.email, attempt: attemptOf(row) }
}

/** Ends the newest link of a sign-up, for one that takes its place. */
export async function takeSignUpAttempt(tx: Tx, userId: string): Promise<SignUpAttempt | undefined> {
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
    .returning(['encrypted_password', 'raw_user_meta_data'])
    .executeTakeFirst()
  return row && attemptOf(row)
}

function attemptOf(
  row: Pick<Selectable<OneTimeTokens>, 'encrypted_password' | 'raw_user_meta_data'>,
): SignUpAttempt | undefined {
  if (row.encrypted_password === null) return undefined
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

export async function deleteTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
}
