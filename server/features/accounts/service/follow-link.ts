import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

import {
  findUser,
  lockUser,
  markEmailConfirmed,
  moveToNewEmail,
  removePassword,
  type User,
} from '../accounts.repository.ts'
import { isShutOut } from '../accounts.rules.ts'
import { adoptSignUp } from '../accounts.usecases.ts'
import {
  consumeToken,
  deleteSignUpTokens,
  deleteTokens,
  findTokenOwner,
  isOutstanding,
  type SignUpAttempt,
  type TokenKind,
} from './one-time-tokens.ts'
import { failService } from './service-errors.ts'
import { createSession, type Device, endAllSessions, type Method, type Session } from './sessions.ts'

/** Undefined: the other address has to confirm the change, too. */
type Outcome = { user: User; session: Session } | undefined

const methods: Record<TokenKind, Method> = {
  signup: 'email/signup',
  recovery: 'recovery',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
}

/** Consumes the token of a mailed link and does what it was mailed for. @throws otp_expired, user_banned, email_exists */
export async function followLink(o: {
  platform: Platform
  secret: string
  type: string
  device: Device
}): Promise<Outcome> {
  const { platform, secret, device } = o
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const ownerId = await findTokenOwner(tx, { secret, type: o.type, now })
    const user = ownerId === undefined ? undefined : await lockUser(tx, ownerId)
    const token = user && (await consumeToken(tx, { secret, userId: user.id }))
    // The address that the link was mailed to must still be the one that it speaks for.
    const addressee = token?.kind === 'email_change_new' ? user?.new_email : user?.email
    if (!user || !token || token.email !== addressee) throw failService('otp_expired')
    if (isShutOut({ standing: user, now })) throw failService('user_banned')

    if (token.kind === 'signup' || token.kind === 'recovery') {
      if (user.email_confirmed_at === null) await confirmOwner(tx, { userId: user.id, ...token, now })
    } else if (!(await finishEmailChange(tx, { user, kind: token.kind, now }))) {
      return undefined
    }
    const session = await createSession(tx, { userId: user.id, method: methods[token.kind], device, now })
    const updated = await findUser(tx, { id: user.id })
    if (!updated) throw failService('user_not_found')
    return { user: updated, session }
  })
}

/**
 * Whoever follows a recovery link has shown the same as with a confirmation link: that the address is theirs. Whoever
 * signed up with it may have been somebody else, so what they chose goes, unless this link is of their own sign-up.
 */
async function confirmOwner(
  tx: Tx,
  o: { userId: string; kind: TokenKind; attempt: SignUpAttempt | undefined; now: Date },
): Promise<void> {
  const { userId, attempt, now } = o
  if (attempt) await adoptSignUp(tx, { userId, ...attempt, now })
  else if (o.kind === 'recovery') await removePassword(tx, { userId, now })
  if (attempt || o.kind === 'recovery') await endAllSessions(tx, userId)
  await deleteSignUpTokens(tx, userId)
  await markEmailConfirmed(tx, { userId, now })
}

/** @returns false while the other address has not confirmed. */
async function finishEmailChange(tx: Tx, o: { user: User; kind: TokenKind; now: Date }): Promise<boolean> {
  const { user, now } = o
  const other = o.kind === 'email_change_new' ? 'email_change_current' : 'email_change_new'
  if (await isOutstanding(tx, { userId: user.id, kind: other })) return false
  if (user.new_email === null) throw failService('otp_expired')
  if (!(await moveToNewEmail(tx, { userId: user.id, email: user.new_email, now }))) throw failService('email_exists')
  // Links that were mailed to the old address end with it.
  await deleteTokens(tx, user.id)
  return true
}
