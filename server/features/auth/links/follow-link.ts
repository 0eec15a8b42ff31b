import { earnForVerifiedAddress } from '#server/features/loyalty/usecases/points.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Method } from '../auth.types.ts'
import { AuthError, failAuth, failBlocked } from '../protocol/errors.ts'
import { insertEmailIdentity } from '../repository/identities.ts'
import type { BrowserAnswer } from '../repository/link-redemptions.ts'
import {
  type ConsumedToken,
  consumeToken,
  deleteTokensOfKind,
  findToken,
  hasRivalSignUp,
  hasSeveralSignUps,
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
import { shutOutStrangers } from '../usecases/shut-out-strangers.ts'
import { type AccountResets, UnaskedDeletionError } from './account-resets.ts'
import { isOwnChange, type Redeemer } from './email-change.ts'
import { deleteMailedTokens } from './one-time-tokens.ts'
import { type BrowserOutcome, repeatRedemption, storeRedemption } from './repeat-redemption.ts'

/** The new address of an account is confirmed elsewhere than where its own person is. It looks like an expired link. */
export class ForeignChangeError extends AuthError {
  constructor() {
    super('otp_expired', {})
  }
}

type SignedIn = { user: User; session: Session }
type Link = {
  platform: Platform
  resets: AccountResets
  secret: string
  type: string
  device: Device
  redeemer: Redeemer
}
/** What the address's owner says about the account: `unasked` when a program redeems the link or the code. */
export type Answer = BrowserAnswer | 'unasked'
type Redemption = {
  platform: Platform
  resets: AccountResets
  id: string
  userId: string
  answer: Answer
  redeemer: Redeemer
  /** The owner of the address has read what «No fui yo» deletes of an account in use. */
  deletesUsed?: boolean
  now: Date
}

type Proof = {
  userId: string
  method: Method
  challenge: CodeChallenge | undefined
  choosesPassword: boolean
  now: Date
}

/**
 * Consumes the token of a mailed link and does what it was mailed for. Undefined: the other address must confirm the change,
 * too. A program can't be redirected to a page, so one that redeems one of several sign-ups learns from `amr`, which contains
 * `recovery`, that the account has no password. @throws otp_expired, user_banned, email_exists
 */
export async function followLink(input: Link): Promise<SignedIn | undefined> {
  return follow({
    ...input,
    answer: 'unasked',
    open: (tx, proof) => openSession(tx, { ...proof, device: input.device }),
  })
}

/**
 * Like followLink. A link that was requested with PKCE gives the browser a code instead of a session, as another browser may
 * have requested it. It gives a session when the owner must choose a password, as a stranger may have requested it. The browser
 * with the same key gets the outcome again for some minutes, as the response to its press may be lost.
 */
export async function followLinkInBrowser(
  input: Link & { answer: BrowserAnswer; deletesUsed: boolean; browserKey: string | undefined },
): Promise<BrowserOutcome> {
  const { browserKey, ...link } = input
  try {
    return await follow<BrowserOutcome>({
      ...link,
      async open(tx, proof) {
        const { challenge, choosesPassword } = proof
        if (challenge && !choosesPassword) return { authCode: await issueAuthCode(tx, { ...proof, challenge }) }
        return { ...(await openSession(tx, { ...proof, device: link.device })), choosesPassword }
      },
      async finish(tx, { token, outcome, now }) {
        if (browserKey !== undefined) await storeRedemption(tx, { ...link, ...token, browserKey, outcome, now })
      },
    })
  } catch (error) {
    // A press at the same time as the first one arrives here, too, once that has consumed the token.
    const isSpent = error instanceof AuthError && error.code === 'otp_expired'
    if (!isSpent || browserKey === undefined) throw error
    return repeatRedemption({ ...link, browserKey })
  }
}

type Followed<Opened> = { token: { userId: string; kind: TokenKind }; outcome: Opened | undefined; now: Date }

async function follow<Opened>({
  platform,
  resets,
  secret,
  type,
  answer,
  redeemer,
  deletesUsed = false,
  open,
  finish,
}: Link & {
  answer: Answer
  deletesUsed?: boolean
  open: (tx: Tx, proof: Proof) => Promise<Opened>
  finish?: (tx: Tx, followed: Followed<Opened>) => Promise<void>
}): Promise<Opened | undefined> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const token = await findToken(tx, { secret, kinds: kindsOf(type), now })
    if (!token) throw failAuth('otp_expired')
    const proof = await redeemToken(tx, { ...token, platform, resets, answer, redeemer, deletesUsed, now })
    const outcome = proof && (await open(tx, proof))
    await finish?.(tx, { token: { ...token, userId: proof?.userId ?? token.userId }, outcome, now })
    return outcome
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
 * Does everything but opening the session, in the transaction that found the token by its secret or code. Undefined: the
 * other address must confirm the change, too. @throws UnaskedDeletionError, ForeignChangeError
 */
export async function redeemToken(tx: Tx, input: Redemption): Promise<Proof | undefined> {
  const { platform, resets, userId, answer, deletesUsed = false, now } = input
  const user = await lockUser(tx, userId)
  const token = user && (await consumeToken(tx, input))
  // The address that the link was mailed to must still belong to the account or its pending change.
  const addressee = token?.kind === 'email_change_new' ? user?.new_email : user?.email
  if (!user || !token || token.email !== addressee) throw failAuth('otp_expired')
  if (isBlocked({ account: user, now })) throw failBlocked({ account: user })
  // The rollback keeps the link and the code valid.
  if (token.kind === 'email_change_new' && !isOwnChange({ platform, user, redeemer: input.redeemer }))
    throw new ForeignChangeError()

  if (token.kind === 'email_change_current' || token.kind === 'email_change_new') {
    // The same address may have received several mails.
    await deleteTokensOfKind(tx, { userId, kind: token.kind })
    if (!(await finishEmailChange(tx, { user, kind: token.kind, now }))) return undefined
  }
  // The owner has signed in, so the other mails of this kind, which a stranger may have requested, stop working.
  if (token.kind === 'recovery' || token.kind === 'magiclink')
    await deleteTokensOfKind(tx, { userId, kind: token.kind })
  const isFirstProof =
    token.kind !== 'email_change_current' && token.kind !== 'email_change_new' && user.email_verified_at === null
  const owner = isFirstProof
    ? await confirmOwner(tx, { platform, resets, user, token, answer, deletesUsed, now })
    : { userId, choosesPassword: false }
  const method = owner.choosesPassword ? 'recovery' : kinds[token.kind].method
  return { ...owner, method, challenge: token.challenge, now }
}

/**
 * A link to recover the account or to sign in verifies the address as a confirmation link does. A stranger may have signed up
 * with the address, so the page behind the link asks the owner: their data goes only when the owner did not sign up. In every
 * doubtful case, what could sign a stranger in is deleted. When there are several sign-ups with the address, it is unknown which is the
 * owner's, whichever link they follow, so no password counts.
 * @returns the owner's account, which is a new one when they did not sign up, and whether they must choose a password.
 */
async function confirmOwner(
  tx: Tx,
  {
    platform,
    resets,
    user,
    token,
    answer,
    deletesUsed,
    now,
  }: Pick<Redemption, 'platform' | 'resets' | 'answer' | 'now'> & {
    user: User
    token: ConsumedToken
    deletesUsed: boolean
  },
): Promise<{ userId: string; choosesPassword: boolean }> {
  const { attempt, email } = token
  const isSignUp = token.kind === 'signup'
  const isUnrecognized = answer === 'not mine'
  if (isUnrecognized && !deletesUsed) await requireUnused(tx, { resets, user, now })
  const hasRivals = isSignUp
    ? await hasRivalSignUp(tx, { userId: user.id, signUpId: token.signUpId })
    : await hasSeveralSignUps(tx, { userId: user.id })
  const isAdopted = isSignUp && attempt !== undefined && !isUnrecognized
  const isDoubtful = hasRivals || token.kind === 'recovery' || (!isSignUp && answer === 'unasked')
  const userId = isUnrecognized ? await resets.replaceUnrecognizedAccount(tx, { platform, user, now }) : user.id
  if (isAdopted) await resets.resetUnverifiedAccount(tx, { platform, userId, now })
  else if (!isUnrecognized && isDoubtful) await shutOutStrangers(tx, { userId, now })
  if (isUnrecognized || isAdopted || isDoubtful) await insertEmailIdentity(tx, { userId, email, verified: true, now })
  if (isAdopted) {
    const passwordHash = hasRivals ? null : attempt.passwordHash
    await adoptSignUp(tx, { userId, email, ...attempt, passwordHash, now })
  }
  await deleteTokensOfKind(tx, { userId, kind: 'signup' })
  await markEmailVerified(tx, { userId, now })
  await earnForVerifiedAddress(tx, { userId, now })
  // A sign-up by mail has no password and needs none.
  const isByMail = attempt?.passwordHash === null
  return { userId, choosesPassword: isUnrecognized || (isSignUp && hasRivals && !isByMail) }
}

/** The rollback keeps the link valid. @throws UnaskedDeletionError for an account that has signed in, or that holds something */
async function requireUnused(
  tx: Tx,
  { resets, user, now }: { resets: AccountResets; user: User; now: Date },
): Promise<void> {
  const use = await resets.readUse(tx, { userId: user.id, now })
  if (user.last_sign_in_at !== null || Object.values(use).some(Boolean)) throw new UnaskedDeletionError(use)
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
  // Links that were mailed to the former address stop working.
  await deleteMailedTokens(tx, { userId: user.id })
  return true
}
