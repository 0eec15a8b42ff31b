import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Method } from '../auth.types.ts'
import { failAuth, failBlocked } from '../protocol/errors.ts'
import { insertEmailIdentity } from '../repository/identities.ts'
import {
  type ConsumedToken,
  consumeToken,
  deleteTokensOfKind,
  findToken,
  hasRivalSignUp,
  hasToken,
} from '../repository/one-time-tokens.ts'
import { findUser, lockUser, markEmailVerified, type User } from '../repository/users.ts'
import { isBlocked } from '../rules/account-status.ts'
import type { CodeChallenge } from '../rules/code-challenge.ts'
import { kinds, kindsOf, type TokenKind } from '../rules/token-kinds.ts'
import { issueAuthCode } from '../sessions/auth-codes.ts'
import { createSession, type Device, type Session } from '../sessions/sessions.ts'
import { adoptSignUp } from '../usecases/create-account.ts'
import { moveAddress } from '../usecases/move-address.ts'
import { deleteUnproven } from '../usecases/reset-unverified-account.ts'
import { deleteMailedTokens } from './one-time-tokens.ts'

type SignedIn = { user: User; session: Session }
/** `choosesPassword`: the account has none now, so its owner is asked for one. */
type Arrived = SignedIn & { choosesPassword: boolean }
type Link = { platform: Platform; secret: string; type: string; device: Device }
/** `disowned`: the owner of the address says that the sign-up was somebody else's. */
type Redeemed = { id: string; userId: string; disowned?: boolean | undefined; now: Date }

/** What a mail proved, for whoever opens a session from it. */
type Proof = {
  userId: string
  method: Method
  challenge: CodeChallenge | undefined
  choosesPassword: boolean
  now: Date
}

/**
 * Consumes the token of a mailed link and does what it was mailed for. Undefined: the other address has to confirm the
 * change, too. A program can't be led to another page, so one that redeems one of several sign-ups learns of the missing
 * password by `amr`, which says `recovery`. @throws otp_expired, user_banned, email_exists
 */
export async function followLink(input: Link): Promise<SignedIn | undefined> {
  return follow({ ...input, open: (tx, proof) => openSession(tx, { ...proof, device: input.device }) })
}

/**
 * As followLink. Where the link was asked for with PKCE, the browser gets a code instead of a session, as it need not be the
 * one that asked. Not where a password has to be chosen: whoever asked may have been somebody else.
 */
export async function followLinkInBrowser(
  input: Link & { disowned: boolean },
): Promise<Arrived | { authCode: string } | undefined> {
  return follow<Arrived | { authCode: string }>({
    ...input,
    async open(tx, proof) {
      const { challenge, choosesPassword } = proof
      if (challenge && !choosesPassword) return { authCode: await issueAuthCode(tx, { ...proof, challenge }) }
      return { ...(await openSession(tx, { ...proof, device: input.device })), choosesPassword }
    },
  })
}

async function follow<Opened>({
  platform,
  secret,
  type,
  disowned,
  open,
}: Link & { disowned?: boolean; open: (tx: Tx, proof: Proof) => Promise<Opened> }): Promise<Opened | undefined> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const found = await findToken(tx, { secret, kinds: kindsOf(type), now })
    if (!found) throw failAuth('otp_expired')
    const proof = await redeemToken(tx, { ...found, disowned, now })
    return proof && open(tx, proof)
  })
}

export async function openSession(
  tx: Tx,
  input: { userId: string; method: Method; device: Device; now: Date },
): Promise<SignedIn> {
  const session = await createSession(tx, input)
  const user = await findUser(tx, { id: input.userId })
  if (!user) throw failAuth('user_not_found')
  return { user, session }
}

/**
 * In a transaction that found the token by what only its mail says: does all but opening a session. Undefined: the other
 * address has to confirm the change, too.
 */
export async function redeemToken(tx: Tx, input: Redeemed): Promise<Proof | undefined> {
  const { userId, disowned = false, now } = input
  const user = await lockUser(tx, userId)
  const token = user && (await consumeToken(tx, input))
  // The address that the link was mailed to must still be the one that it speaks for.
  const addressee = token?.kind === 'email_change_new' ? user?.new_email : user?.email
  if (!user || !token || token.email !== addressee) throw failAuth('otp_expired')
  if (isBlocked({ account: user, now })) throw failBlocked({ account: user })

  if (token.kind === 'email_change_current' || token.kind === 'email_change_new') {
    // The same half may have been mailed more than once.
    await deleteTokensOfKind(tx, { userId, kind: token.kind })
    if (!(await finishEmailChange(tx, { user, kind: token.kind, now }))) return undefined
  }
  // Its owner is in: the other mails of this kind, which a stranger may have asked for, are of no use any more.
  if (token.kind === 'recovery' || token.kind === 'magiclink')
    await deleteTokensOfKind(tx, { userId, kind: token.kind })
  const isFirst =
    token.kind !== 'email_change_current' && token.kind !== 'email_change_new' && user.email_verified_at === null
  const choosesPassword = isFirst && (await confirmOwner(tx, { userId, token, disowned, now }))
  const method = choosesPassword ? 'recovery' : kinds[token.kind].method
  return { userId, method, challenge: token.challenge, choosesPassword, now }
}

/**
 * Whoever follows a link to recover the account or to sign in has shown the same as with a confirmation link: that the
 * address is theirs. Whoever signed up with it may have been somebody else, so what they chose goes, unless this link is
 * of their own sign-up. Of several sign-ups with one address nobody can tell which is the owner's, whichever link they
 * happen to press: no password of theirs counts. @returns whether the owner has to choose one.
 */
async function confirmOwner(
  tx: Tx,
  { userId, token, disowned, now }: { userId: string; token: ConsumedToken; disowned: boolean; now: Date },
): Promise<boolean> {
  const { attempt } = token
  const isSignUp = token.kind === 'signup'
  const hasRivals = await hasRivalSignUp(tx, { userId, signUpId: token.signUpId })
  if (!isSignUp || attempt || hasRivals || disowned) {
    await deleteUnproven(tx, { userId, fullName: '', disowned, now })
    await insertEmailIdentity(tx, { userId, email: token.email, verified: true, now })
  }
  if (attempt && !disowned) {
    const passwordHash = hasRivals ? null : attempt.passwordHash
    await adoptSignUp(tx, { userId, email: token.email, ...attempt, passwordHash, now })
  }
  await deleteTokensOfKind(tx, { userId, kind: 'signup' })
  await markEmailVerified(tx, { userId, now })
  // A sign-up by mail had none, and its owner wants none.
  const isByMail = attempt?.passwordHash === null
  return isSignUp && (disowned || (hasRivals && !isByMail))
}

/** @returns false while the other address has not confirmed. */
async function finishEmailChange(
  tx: Tx,
  { user, now, kind }: { user: User; kind: TokenKind; now: Date },
): Promise<boolean> {
  const other = kind === 'email_change_new' ? 'email_change_current' : 'email_change_new'
  if (await hasToken(tx, { userId: user.id, kind: other })) return false
  if (user.new_email === null) throw failAuth('otp_expired')
  if (!(await moveAddress(tx, { user, newEmail: user.new_email, now }))) throw failAuth('email_exists')
  // Links that were mailed to the old address end with it.
  await deleteMailedTokens(tx, { userId: user.id })
  return true
}
