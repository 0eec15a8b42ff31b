import { z } from 'zod'
import { newId } from '#server/platform/ids.ts'
import { requestMail } from '../links/requested-mail.ts'
import { optionalText, readBody, requireEmail, typedMetadata } from '../protocol/body.ts'
import { challengeFields, readChallenge } from '../protocol/code-challenge.ts'
import { failAuth } from '../protocol/errors.ts'
import { countMail, countRequest } from '../protocol/limits.ts'
import { redirectOf } from '../protocol/redirects.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { findUser } from '../repository/users.ts'
import { findKnownDevice } from '../sessions/known-devices.ts'
import { rememberSignUp } from '../sessions/sign-up-browser.ts'
import { captchaFields, requireCaptcha } from './captcha.ts'

const input = z.object({
  email: optionalText,
  phone: optionalText,
  data: typedMetadata,
  create_user: z
    .boolean()
    .nullish()
    .transform((create) => create ?? true),
  ...challengeFields,
  ...captchaFields,
})

/**
 * POST /otp: mails a link and a code, to sign in or to sign up without a password. Only a request with `create_user` false
 * learns whether there is an account, as the protocol specifies.
 */
export async function otp(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  await countRequest({ platform, limit: 'mailFromAddress', address: c.var.address })
  const body = await readBody(c, input)
  if (body.email === '' && body.phone !== '') throw failAuth('phone_provider_disabled')
  const email = requireEmail(body.email)
  const challenge = readChallenge(body)
  await requireCaptcha({ ...request, token: body.gotrue_meta_security })
  const device = findKnownDevice(request, email)
  await countMail({
    platform,
    kind: 'magiclink',
    email,
    from: c.var.address,
    device,
    hasChallenge: challenge !== undefined,
  })

  const { data, create_user: createUser } = body
  if (!createUser && !(await findUser(platform.db, { email }))) throw failAuth('otp_disabled')
  const redirectTo = redirectOf({ c, settings: platform.settings })
  const userId = newId()
  await requestMail(platform, { kind: 'magiclink', email, redirectTo, challenge, createUser, userId, data })
  // Also when the address has an account, which has another id: the response must not reveal that.
  if (createUser) rememberSignUp(request, { userId })
  return c.json({})
}
