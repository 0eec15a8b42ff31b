import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../auth.errors.ts'
import { deleteMailedTokens } from '../links/one-time-tokens.ts'
import { sendLink } from '../links/send-link.ts'
import { addressCorrectedMail } from '../mail/address-corrected.ts'
import { countMail, countRequest, countSignUp } from '../protocol/limits.ts'
import { findSession } from '../repository/sessions.ts'
import { lockUser } from '../repository/users.ts'
import { isRecentSignIn, signOut } from '../sessions/sessions.ts'
import { moveAddress } from './move-address.ts'

type Correction = {
  userId: string
  sessionId: string
  email: string
  /** The network address of the person who asks. */
  address: string
  /** Mails what the account has booked, with the link. Undefined: there is nothing to mail; false: the address gets no mail. */
  mailBookings(tx: Tx, input: { platform: Platform; user: { id: string; email: string } }): Promise<boolean | undefined>
}
type Corrected = { email: string; mailed: 'link' | 'bookings' | 'nothing' }

/**
 * A mistyped address of a sign-up, which its account has not confirmed and so proves nothing: the account has the other one at once, as
 * if it had signed up with it. The links of the former one end, and so do the other sessions; the former one is told, and the other one
 * gets its own link, with what the account has booked. It says of other accounts what a sign-up says, with the same limits.
 * Asked for in the session of the sign-up, or in one that has just been opened.
 * @throws sessions.address_proven, sessions.address_taken, sessions.not_recent, sessions.not_found
 */
export async function correctAddress(platform: Platform, input: Correction): Promise<Corrected> {
  const { userId, sessionId, address } = input
  const email = input.email.toLowerCase()
  await countRequest({ platform, limit: 'mailFromAddress', address })
  await countRequest({ platform, limit: 'emailChange', key: userId })
  await countSignUp({ platform, email, address })
  await countMail({ platform, kind: `email_change.${userId}`, email, from: address, device: undefined })
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId)
    const session = await findSession(tx, { id: sessionId, userId })
    if (!user || !session) throw fail('sessions.not_found')
    // Where an address has to be confirmed first, no such account is signed in, and a sign-up doesn't tell which addresses are taken.
    if (user.email_verified_at !== null) throw fail('sessions.address_proven')
    if (platform.settings.requireEmailConfirmation) throw fail('sessions.not_recent')
    // The browser of the sign-up, while the mistake is fresh: a later change needs a new sign-in.
    const isOfSignUp =
      session.created_at.getTime() - user.created_at.getTime() < minuteMs &&
      now.getTime() - user.created_at.getTime() < dayMs
    if (!isOfSignUp && !isRecentSignIn({ session, now })) throw fail('sessions.not_recent')
    if (email === user.email) return { email, mailed: 'nothing' }
    if (!(await moveAddress(tx, { user, newEmail: email, isProven: false, now }))) throw fail('sessions.address_taken')
    await deleteMailedTokens(tx, { userId })
    await signOut(tx, { userId, sessionId, scope: 'others' })
    // The account's own, so that it is deleted with the account. The address has no account now: five mails a day.
    const notice = { userId, kind: 'accounts.address_corrected', ...addressCorrectedMail() } as const
    await queueMail(tx, { platform, to: user.email, ...notice })
    const moved = { ...user, email, new_email: null }
    const isMailed = await input.mailBookings(tx, { platform, user: moved })
    if (isMailed !== undefined) return { email, mailed: isMailed ? 'bookings' : 'nothing' }
    const redirectTo = `${platform.settings.publicUrl}/`
    const isSent = await sendLink(tx, { platform, user: moved, kind: 'signup', redirectTo })
    return { email, mailed: isSent ? 'link' : 'nothing' }
  })
}
