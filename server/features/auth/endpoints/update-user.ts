import { z } from 'zod'

import { socialProviders } from '#contract/accounts.ts'
import { isSameSite } from '#server/api/same-site.ts'
import { isLoopback } from '#server/platform/addresses.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Metadata } from '../auth.types.ts'
import { finishProof, type OpenProof, requireProof, resetProofTries } from '../factors/prove-identity.ts'
import { cancelEmailChange, startEmailChange } from '../links/email-change.ts'
import { deleteMailedTokens } from '../links/one-time-tokens.ts'
import { passwordChangedMail } from '../mail/password.ts'
import { hashPassword, isPasswordRight, requireGoodPassword } from '../passwords/passwords.ts'
import { invalid, optionalMetadata, optionalText, readBody, requireEmail, typedMetadata } from '../protocol/body.ts'
import { challengeFields, readChallenge } from '../protocol/code-challenge.ts'
import { AuthError, failAuth } from '../protocol/errors.ts'
import { countMail, countRequest } from '../protocol/limits.ts'
import { redirectOf } from '../protocol/redirects.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { insertEmailIdentity, updateProviders } from '../repository/identities.ts'
import { endLastingAccess } from '../repository/lasting-access.ts'
import { findSession } from '../repository/sessions.ts'
import { findUser, lockUser, setMetadata, setPassword, type User, unsetNewEmail } from '../repository/users.ts'
import { requireSecondFactorUsed } from '../sessions/assurance.ts'
import { requireBearer } from '../sessions/bearer.ts'
import { type Session, signOut } from '../sessions/sessions.ts'
import { userResponse } from '../sessions/user-response.ts'

const input = z.object({
  email: optionalText,
  password: optionalText,
  current_password: optionalText,
  nonce: optionalText,
  data: typedMetadata,
  ...challengeFields,
})
type Body = z.output<typeof input>

/**
 * The network address of the person who asks. Undefined where it may be another person's: a page of another site can send its own
 * token from a visitor's browser, and behind a proxy that Senda was not told of, all visitors have the address of this machine.
 */
function ownAddressOf({ platform, c }: AuthRequest): string | undefined {
  const { production, publicUrl } = platform.settings
  if (!isSameSite({ request: c.req.raw, publicUrl })) return undefined
  return production && isLoopback(c.var.address) ? undefined : c.var.address
}

/** PUT /user */
export async function updateUser(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const caller = await requireBearer(request)
  requireSecondFactorUsed(caller)
  const body = await readBody(c, input)
  const change = await checkChange({ request, ...caller, body })

  const updated = await platform.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, caller.user.id)
    if (!user) throw failAuth('user_not_found')
    // Another request has ended this session in the meantime, such as another new password.
    const session = await findSession(tx, { id: caller.session.id, userId: user.id })
    if (!session) throw failAuth('session_not_found')
    const refusal = await finishProof(tx, { platform, user, proof: change.proof })
    if (refusal) return refusal
    await mergeMetadata(tx, { platform, user, data: body.data })
    if (change.passwordHash !== undefined) {
      // This session changed the password itself and goes on, so the error must not sign the client out.
      if (user.encrypted_password !== caller.user.encrypted_password) throw failAuth('reauthentication_needed')
      await changePassword(tx, { platform, user, sessionId: session.id, passwordHash: change.passwordHash })
    }
    if (change.newEmail !== undefined) {
      const redirectTo = redirectOf({ c, settings: platform.settings })
      const challenge = readChallenge(body)
      await startEmailChange(tx, {
        platform,
        user,
        email: change.newEmail,
        address: ownAddressOf(request),
        redirectTo,
        challenge,
      })
    }
    // A request for the current address cancels a pending change.
    if (change.currentEmail === user.email && user.new_email !== null) {
      await cancelEmailChange(tx, { userId: user.id, now: platform.clock.now() })
    }
    return findUser(tx, { id: user.id })
  })
  if (updated instanceof AuthError) throw updated
  if (!updated) throw failAuth('user_not_found')
  await resetProofTries({ platform, user: caller.user, proof: change.proof })
  return c.json(userResponse(updated))
}

type Change = {
  proof: OpenProof
  passwordHash: string | undefined
  newEmail: string | undefined
  /** The current address, if the request names it. */
  currentEmail: string | undefined
}

/** Every check before the account is locked. Without a proof it reveals nothing about other accounts or the password. */
async function checkChange(input: { request: AuthRequest; user: User; session: Session; body: Body }): Promise<Change> {
  const { platform, c } = input.request
  const { user, body } = input
  const typedEmail = body.email === '' ? undefined : requireEmail(body.email)
  const newEmail = typedEmail === user.email ? undefined : typedEmail
  readChallenge(body)
  if (body.password !== '') {
    requireGoodPassword({ ...body, userType: user.user_type === 'center' ? 'center' : 'patient' })
    await countRequest({ platform, limit: 'passwordChange', key: user.id })
  }
  if (newEmail !== undefined) {
    await countRequest({ platform, limit: 'mailFromAddress', address: c.var.address })
    await countRequest({ platform, limit: 'emailChange', key: user.id })
  }
  const currentEmail = newEmail === undefined ? typedEmail : undefined
  if (body.password === '' && newEmail === undefined) {
    return { proof: undefined, passwordHash: undefined, newEmail, currentEmail }
  }

  const proof = await requireProof({ ...input, ...body, platform })
  const passwordHash = body.password === '' ? undefined : await hashNewPassword({ user, password: body.password })
  if (newEmail !== undefined) {
    // Only the account's own requests count, so no other account can keep its owner from an address. Each account has few.
    const kind = `email_change.${user.id}`
    await countMail({ platform, kind, email: newEmail, from: c.var.address, device: undefined })
    if (await findUser(platform.db, { email: newEmail })) throw failAuth('email_exists')
  }
  return { proof, passwordHash, newEmail, currentEmail }
}

async function hashNewPassword({ password, user }: { user: User; password: string }): Promise<string> {
  if (await isPasswordRight({ password, passwordHash: user.encrypted_password })) throw failAuth('same_password')
  return hashPassword(password)
}

/**
 * Ends all other sessions, mailed links, calendar feeds, open invitations and a pending change of address: an intruder with one of
 * these may be the reason for the new password.
 */
async function changePassword(
  tx: Tx,
  {
    platform,
    user,
    passwordHash,
    sessionId,
  }: { platform: Platform; user: User; sessionId: string; passwordHash: string },
): Promise<void> {
  const now = platform.clock.now()
  await setPassword(tx, { userId: user.id, passwordHash, now })
  await unsetNewEmail(tx, { userId: user.id, now })
  // An account from another provider gets an e-mail identity, as its owner can now sign in with the address.
  await insertEmailIdentity(tx, {
    userId: user.id,
    email: user.email,
    verified: user.email_verified_at !== null,
    now,
  })
  await updateProviders(tx, { userId: user.id, now })
  await deleteMailedTokens(tx, { userId: user.id })
  await signOut(tx, { userId: user.id, sessionId, scope: 'others' })
  const ended = await endLastingAccess(tx, { userId: user.id })
  const providers = socialProviders.filter((each) => user.identities.some(({ provider }) => provider === each))
  const recoveryUrl = `${platform.settings.publicUrl}/forgot-password`
  await queueMail(tx, {
    platform,
    to: user.email,
    kind: 'accounts.password_changed',
    ...passwordChangedMail({ recoveryUrl, ended, providers }),
  })
}

/** The data is merged one level deep; null deletes a key. */
async function mergeMetadata(
  tx: Tx,
  { data, user, platform }: { platform: Platform; user: User; data: Metadata },
): Promise<void> {
  if (Object.keys(data).length === 0) return
  const merged = Object.entries({ ...(user.raw_user_meta_data as Metadata), ...data })
  const checked = optionalMetadata.safeParse(Object.fromEntries(merged.filter(([, value]) => value !== null)))
  if (!checked.success) throw invalid('data is too large')
  await setMetadata(tx, { userId: user.id, metadata: checked.data, now: platform.clock.now() })
}
