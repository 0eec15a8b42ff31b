import { z } from 'zod'
import { requestMail } from '../links/requested-mail.ts'
import { optionalText, readBody, requireEmail } from '../protocol/body.ts'
import { challengeFields, readChallenge } from '../protocol/code-challenge.ts'
import { countMail, countRequest } from '../protocol/limits.ts'
import { allowedRedirect } from '../protocol/redirects.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { findKnownDevice } from '../sessions/known-devices.ts'
import { captchaFields, requireCaptcha } from './captcha.ts'

const input = z.object({ email: optionalText, ...challengeFields, ...captchaFields })

/** POST /recover: the same response whether the address has an account or not. */
export async function recover(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { settings } = platform
  await countRequest({ platform, limit: 'mailFromAddress', address: c.var.address })
  const body = await readBody(c, input)
  const email = requireEmail(body.email)
  const challenge = readChallenge(body)
  await requireCaptcha({ ...request, token: body.gotrue_meta_security })
  const device = findKnownDevice(request, email)
  await countMail({
    platform,
    kind: 'recovery',
    email,
    from: c.var.address,
    device,
    hasChallenge: challenge !== undefined,
  })

  // Never the requesting page: only /reset-password asks for the new password.
  const requestedUrl = c.req.header('redirect_to') || c.req.query('redirect_to') || ''
  const redirectTo = allowedRedirect({ requestedUrl, settings }) ?? `${settings.publicUrl}/reset-password`
  await requestMail(platform, { kind: 'recovery', email, redirectTo, challenge })
  return c.json({})
}
