import { z } from 'zod'

import { newId } from '#server/platform/ids.ts'
import type { Metadata } from '../auth.types.ts'
import { requestMail, requestMissingLink } from '../links/requested-mail.ts'
import { sendLink } from '../links/send-link.ts'
import { hashPassword, requireGoodPassword } from '../passwords/passwords.ts'
import { invalid, optionalText, readBody, requireEmail, typedMetadata } from '../protocol/body.ts'
import { challengeFields, readChallenge } from '../protocol/code-challenge.ts'
import { failAuth } from '../protocol/errors.ts'
import { countMail, countRequest, countSignUp } from '../protocol/limits.ts'
import { leadsToBooking, redirectOf } from '../protocol/redirects.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { findUser, type User } from '../repository/users.ts'
import type { CodeChallenge } from '../rules/code-challenge.ts'
import { userTypeOf } from '../rules/metadata.ts'
import { findKnownDevice } from '../sessions/known-devices.ts'
import { sessionResponse } from '../sessions/session-response.ts'
import { createSession, deviceOf } from '../sessions/sessions.ts'
import { rememberSignUp } from '../sessions/sign-up-browser.ts'
import { userResponse } from '../sessions/user-response.ts'
import { registerAccount } from '../usecases/create-account.ts'
import { captchaFields, requireCaptcha } from './captcha.ts'

const input = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: typedMetadata,
  ...challengeFields,
  ...captchaFields,
})

/**
 * POST /signup. Our forms send the accepted versions of terms and privacy. The protocol has no such field, so a program that
 * sends none gets an account that has accepted nothing.
 */
export async function signUp(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  await countRequest({ platform, limit: 'signUpFromAddress', address: c.var.address })
  const body = await readBody(c, input)
  if (body.email === '' && body.phone === '') throw failAuth('anonymous_provider_disabled')
  if (body.email === '') throw failAuth('phone_provider_disabled')
  if (body.password === '') throw invalid('Signup requires a valid password')
  const email = requireEmail(body.email)
  requireGoodPassword({ password: body.password, userType: userTypeOf(body.data) })
  const challenge = readChallenge(body)
  await requireCaptcha({ ...request, token: body.gotrue_meta_security })
  await countSignUp({ platform, email, address: c.var.address })

  const account = {
    email,
    metadata: body.data,
    // Before the account is looked up, so that a taken and a free address take the same time.
    passwordHash: await hashPassword(body.password),
    redirectTo: redirectOf({ c, settings: platform.settings }),
    challenge,
  }
  if (platform.settings.requireEmailConfirmation) {
    const user = await requestSignUp({ request, from: c.var.address, ...account })
    return c.json(userResponse(user))
  }
  return c.json(await signUpAndSignIn({ request, ...account }))
}

type Account = {
  email: string
  metadata: Metadata
  passwordHash: string
  redirectTo: string
  challenge: CodeChallenge | undefined
}

/** Signs the new account in, which confirms it in the protocol's sense; only the mailed link verifies the address. */
async function signUpAndSignIn(input: Account & { request: AuthRequest }): Promise<object> {
  const { platform } = input.request
  const now = platform.clock.now()
  const created = await platform.db.transaction().execute(async (tx) => {
    const userId = await registerAccount(tx, { ...input, autoconfirm: true, now })
    if (userId === undefined) return undefined
    const user = { id: userId, email: input.email, new_email: null }
    if (leadsToBooking(input.redirectTo, platform.settings)) await requestMissingLink(tx, { platform, ...input })
    else await sendLink(tx, { ...input, platform, user, kind: 'signup' })
    const session = await createSession(tx, { userId, method: 'password', device: deviceOf(input.request), now })
    return { user: await findUser(tx, { id: userId }), session }
  })
  if (!created?.user) throw failAuth('user_already_exists')
  rememberSignUp(input.request, { userId: created.user.id })
  return sessionResponse({ platform, user: created.user, session: created.session })
}

/**
 * Does not sign the user in. The response does not reveal whether the address has an account, not even by its timing: this
 * looks nothing up, and a job does everything that depends on the account.
 */
async function requestSignUp({
  request,
  email,
  metadata,
  passwordHash,
  redirectTo,
  challenge,
  from,
}: Account & { request: AuthRequest; from: string }): Promise<User> {
  const { platform } = request
  const device = findKnownDevice(request, email)
  await countMail({ platform, kind: 'signup', email, from, device, hasChallenge: challenge !== undefined })
  const userId = newId()
  await requestMail(platform, { kind: 'registration', email, redirectTo, challenge, userId, passwordHash, metadata })
  // Also when the address has an account, which has another id: the response must not reveal that.
  rememberSignUp(request, { userId })
  return unconfirmedUser({ id: userId, email, metadata, now: platform.clock.now() })
}

function unconfirmedUser({
  id,
  email,
  now,
  metadata,
}: {
  id: string
  email: string
  metadata: Metadata
  now: Date
}): User {
  const at = now.toISOString()
  return {
    id,
    email,
    encrypted_password: null,
    email_confirmed_at: null,
    email_verified_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    email_change_network: null,
    email_moved_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: JSON.parse(JSON.stringify(metadata)),
    registration_pending: false,
    created_at: now,
    updated_at: now,
    status: 'active',
    suspended_until: null,
    suspension_reason: null,
    user_type: userTypeOf(metadata),
    factors: [],
    identities: [
      {
        id,
        provider: 'email',
        provider_id: id,
        identity_data: { sub: id, email, email_verified: false, phone_verified: false },
        email,
        last_sign_in_at: null,
        created_at: at,
        updated_at: at,
      },
    ],
  }
}
