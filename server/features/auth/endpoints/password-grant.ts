import { z } from 'zod'
import { pipelined } from '#server/platform/postgres/database.ts'
import { isPasswordRight } from '../passwords/passwords.ts'
import { invalid, optionalText, parseEmail, readBody } from '../protocol/body.ts'
import { failAuth, failBlocked } from '../protocol/errors.ts'
import { countRequests, resetRequests } from '../protocol/limits.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { findUser } from '../repository/users.ts'
import { isBlocked } from '../rules/account-status.ts'
import { weaknessOf } from '../rules/passwords.ts'
import { sessionResponse } from '../sessions/session-response.ts'
import { createSessionByPassword, deviceOf } from '../sessions/sessions.ts'
import { signingKey } from '../sessions/signing-keys.ts'
import { captchaFields, requireCaptcha } from './captcha.ts'

const input = z.object({ email: optionalText, password: optionalText, ...captchaFields })

/** POST /token?grant_type=password */
export async function grantByPassword(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { email, password, gotrue_meta_security: captcha } = await readBody(c, input)
  if (email === '') throw invalid('missing email or phone')
  const fromAddress = { limit: 'signInFromAddress', key: c.var.address } as const
  const hasCaptcha = platform.settings.captcha !== undefined
  // Each captcha costs a request to its provider, and a failed one must not use up the account's tries.
  if (hasCaptcha) await countRequests(platform, [fromAddress])
  await requireCaptcha({ ...request, token: captcha })
  const account = email.trim().toLowerCase()
  const accountFromAddress = { limit: 'signInToAccountFromAddressLong', key: `${c.var.address} ${account}` } as const
  const db = pipelined(platform.db)
  const parsedEmail = parseEmail(email)
  const [[triesFromAddress = 1], user] = await Promise.all([
    countRequests({ ...platform, db }, [
      accountFromAddress,
      { limit: 'signInToAccountFromAddress', key: accountFromAddress.key },
      { limit: 'signInToAccount', key: account },
      ...(hasCaptcha ? [] : [fromAddress]),
    ]),
    parsedEmail === undefined ? undefined : findUser(db, { email: parsedEmail }),
  ])
  const isRight = await isPasswordRight({ password, passwordHash: user?.encrypted_password ?? null })
  if (!user || !isRight) throw failAuth('invalid_credentials')
  // A single try needs no reset.
  if (triesFromAddress > 1) await resetRequests({ platform, ...accountFromAddress })
  // Only a caller with the right password learns why the account is blocked.
  const now = platform.clock.now()
  if (isBlocked({ account: user, now })) {
    throw failBlocked({ account: user, status: 400 })
  }
  if (platform.settings.requireEmailConfirmation && user.email_verified_at === null) {
    throw failAuth('email_not_confirmed')
  }

  const { id: userId, encrypted_password: passwordHash } = user
  const [session, signing] = await Promise.all([
    createSessionByPassword(db, { userId, passwordHash, device: deviceOf(request), now }),
    signingKey(platform, db),
  ])
  if (!session) throw failAuth('invalid_credentials')

  const weakness = weaknessOf({ password, userType: user.user_type === 'center' ? 'center' : 'patient' })
  return c.json({
    ...(await sessionResponse({ platform, session, signing, user: { ...user, last_sign_in_at: now } })),
    ...(weakness && { weak_password: weakness }),
  })
}
