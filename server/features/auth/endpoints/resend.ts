import { z } from 'zod'

import { requestMail } from '../links/requested-mail.ts'
import { invalid, optionalText, readBody, requireEmail } from '../protocol/body.ts'
import { countMail, countRequest } from '../protocol/limits.ts'
import { redirectOf } from '../protocol/redirects.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { findKnownDevice } from '../sessions/known-devices.ts'
import { captchaFields, requireCaptcha } from './captcha.ts'

const input = z.object({ type: optionalText, email: optionalText, ...captchaFields })

/** POST /resend: the same response whether there is something to send again or not. */
export async function resend(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  await countRequest({ platform, limit: 'mailFromAddress', address: c.var.address })
  const body = await readBody(c, input)
  const { type } = body
  if (type !== 'signup' && type !== 'email_change') throw invalid('Missing one of these types: signup, email_change')
  const email = requireEmail(body.email)
  await requireCaptcha({ ...request, token: body.gotrue_meta_security })
  const device = findKnownDevice(request, email)
  await countMail({ platform, kind: type, email, from: c.var.address, device })

  const redirectTo = redirectOf({ c, settings: platform.settings })
  await requestMail(platform, { kind: type, email, redirectTo })
  return c.json({})
}
