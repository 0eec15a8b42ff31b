import { z } from 'zod'
import { isShutOut, shutOutSentence, weaknessOf } from '../accounts.rules.ts'
import { findUser, lockPassword } from '../repository/users.ts'
import { invalid, optionalText, parseEmail, readBody } from './body.ts'
import { captchaFields, requireCaptcha } from './captcha.ts'
import type { ServiceRequest } from './endpoint.ts'
import { countRequest, forgetRequests } from './limits.ts'
import { isPasswordRight } from './passwords.ts'
import { failService } from './service-errors.ts'
import { sessionAnswer } from './session-answer.ts'
import { createSession, deviceOf } from './sessions.ts'

const input = z.object({ email: optionalText, password: optionalText, ...captchaFields })

/** POST /token?grant_type=password */
export async function grantByPassword(request: ServiceRequest): Promise<Response> {
  const { platform, c } = request
  await countRequest({ platform, limit: 'signInFromAddress', key: c.var.address })
  const { email, password, gotrue_meta_security: captcha } = await readBody(c, input)
  if (email === '') throw invalid('missing email or phone')
  await requireCaptcha({ ...request, token: captcha })
  const account = email.trim().toLowerCase()
  const fromHere = { platform, key: `${c.var.address} ${account}` }
  await countRequest({ ...fromHere, limit: 'signInToAccountFromAddress' })
  await countRequest({ ...fromHere, limit: 'signInToAccountFromAddressLong' })
  await countRequest({ platform, limit: 'signInToAccount', key: account })

  const address = parseEmail(email)
  const user = address === undefined ? undefined : await findUser(platform.db, { email: address })
  const right = await isPasswordRight({ password, passwordHash: user?.encrypted_password ?? null })
  if (!user || !right) throw failService('invalid_credentials')
  await forgetRequests({ ...fromHere, limit: 'signInToAccountFromAddressLong' })
  // Only whoever knows the password learns what is wrong with the account.
  const now = platform.clock.now()
  if (isShutOut({ standing: user, now })) {
    throw failService('user_banned', { status: 400, message: shutOutSentence(user) })
  }
  if (platform.settings.requireEmailConfirmation && user.email_confirmed_at === null) {
    throw failService('email_not_confirmed')
  }

  const signedIn = await platform.db.transaction().execute(async (tx) => {
    const locked = await lockPassword(tx, user.id)
    // A password that was changed meanwhile has ended all sessions; this must not open one after that.
    if (locked?.encrypted_password !== user.encrypted_password) return undefined
    const session = await createSession(tx, { userId: user.id, method: 'password', device: deviceOf(request), now })
    return { session, user: { ...user, last_sign_in_at: now } }
  })
  if (!signedIn) throw failService('invalid_credentials')

  const weakness = weaknessOf({ password, userType: user.user_type === 'center' ? 'center' : 'patient' })
  return c.json({ ...(await sessionAnswer({ platform, ...signedIn })), ...(weakness && { weak_password: weakness }) })
}
