import { z } from 'zod'
import { type Db, pipelined } from '#server/platform/postgres/database.ts'
import { checkPassword, hashPassword } from '../passwords/passwords.ts'
import { invalid, optionalText, parseTypedEmail, readBody } from '../protocol/body.ts'
import { failAuth, failBlocked } from '../protocol/errors.ts'
import { countRequest, countRequests, type Request, resetRequests, settleSignIn } from '../protocol/limits.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { findUser, replacePasswordHash, type User } from '../repository/users.ts'
import { isBlocked } from '../rules/account-status.ts'
import { weaknessOf } from '../rules/passwords.ts'
import { findKnownDevice, rememberDevice } from '../sessions/known-devices.ts'
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
  const parsedEmail = parseTypedEmail(email)
  // Every way to write an address counts as the same account.
  const account = parsedEmail ?? email.trim().toLowerCase()
  const { captchaLimit, accountLimits } = limitsOf(request, account)
  const hasCaptcha = platform.settings.captcha !== undefined
  // Each captcha costs a request to its provider, and a failed one must not use up the account's tries.
  if (hasCaptcha) await countRequest({ platform, ...captchaLimit })
  await requireCaptcha({ ...request, token: captcha })
  const db = pipelined(platform.db)
  const [tries, user] = await Promise.all([
    countRequests({ ...platform, db }, hasCaptcha ? accountLimits : [...accountLimits, captchaLimit]),
    parsedEmail === undefined ? undefined : findUser(db, { email: parsedEmail }),
  ])
  const verdict = await checkPassword({ password, passwordHash: user?.encrypted_password ?? null })
  if (!user || verdict === 'wrong') throw failAuth('invalid_credentials')
  const settle = () => settleSignIn({ ...platform, db }, { counted: [...accountLimits, captchaLimit], userId: user.id })
  // The wrong tries before the right one: a single try has none.
  if (tries > 1) await resetRequests({ platform, ...accountLimits[0] })
  const now = platform.clock.now()
  const refusal = refusalOf({ request, user, now })
  if (refusal) {
    await settle()
    throw refusal
  }

  const { id: userId } = user
  const passwordHash = verdict === 'outdated' ? await renewHash(db, { user, password }) : user.encrypted_password
  const [session, signing] = await Promise.all([
    createSessionByPassword(db, { userId, passwordHash, device: deviceOf(request), now }),
    signingKey(platform, db),
    settle(),
  ])
  if (!session) throw failAuth('invalid_credentials')
  rememberDevice(request, { user, session })

  const weakness = weaknessOf({ password, userType: user.user_type === 'center' ? 'center' : 'patient' })
  return c.json({
    ...(await sessionResponse({ platform, session, signing, user: { ...user, last_sign_in_at: now } })),
    ...(weakness && { weak_password: weakness }),
  })
}

/** Hashes the normalised form, so that every keyboard's form of the password is right. @returns the hash that is stored now */
async function renewHash(db: Db, { user, password }: { user: User; password: string }): Promise<string | null> {
  const { id: userId, encrypted_password: former } = user
  const renewed = await hashPassword(password)
  return (await replacePasswordHash(db, { userId, former, renewed })) ? renewed : former
}

type Limits = { accountLimits: readonly [Request, ...Request[]]; captchaLimit: Request }

/** A browser that has signed in to the account before has its own limits, which no stranger can use up. */
function limitsOf(request: AuthRequest, account: string): Limits {
  const device = findKnownDevice(request, account)
  if (device) {
    const key = `${device.id} ${account}`
    return {
      accountLimits: [
        { limit: 'signInFromKnownDeviceLong', key },
        { limit: 'signInFromKnownDevice', key },
      ],
      captchaLimit: { limit: 'captchaFromKnownDevice', key: device.id },
    }
  }
  const { address } = request.c.var
  return {
    accountLimits: [
      { limit: 'signInToAccountFromAddressLong', address, subject: account },
      { limit: 'signInToAccountFromAddress', address, subject: account },
      { limit: 'signInToAccount', key: account },
    ],
    captchaLimit: { limit: 'signInFromAddress', address },
  }
}

/** Only a caller with the right password learns why the account is blocked. */
function refusalOf({ request, user, now }: { request: AuthRequest; user: User; now: Date }): Error | undefined {
  if (isBlocked({ account: user, now })) return failBlocked({ account: user, status: 400 })
  const { requireEmailConfirmation } = request.platform.settings
  return requireEmailConfirmation && user.email_verified_at === null ? failAuth('email_not_confirmed') : undefined
}
