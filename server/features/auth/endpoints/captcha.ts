import { z } from 'zod'
import { callOutside } from '#server/platform/outside-services.ts'

import { optionalText } from '../protocol/body.ts'
import { failAuth } from '../protocol/errors.ts'
import type { AuthRequest } from '../protocol/request.ts'

const siteverifyUrls = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

const respondWithinMs = 5_000
/** A provider's token has some 2,000 characters. */
const tokenMaxLength = 20_000

/** The token in the client's bodies; empty when it sends none. */
export const captchaFields = {
  gotrue_meta_security: z
    .object({ captcha_token: optionalText })
    .nullish()
    .transform((security) => security?.captcha_token ?? ''),
}

const verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).catch([]) })

/** Error codes for our own settings or the provider's failure, which the visitor did not cause. */
const serverFault = /secret|sitekey|internal-error/

type CaptchaRequest = Pick<AuthRequest, 'platform' | 'captchaUrl'>

/** Requires a solved captcha, if the settings name a captcha provider. @throws captcha_failed, unavailable */
export async function requireCaptcha(input: CaptchaRequest & { token: string }): Promise<void> {
  const { captcha } = input.platform.settings
  if (!captcha) return
  if (input.token === '' || input.token.length > tokenMaxLength) throw failAuth('captcha_failed')
  const url = input.captchaUrl ?? siteverifyUrls[captcha.provider]
  const body = new URLSearchParams({ secret: captcha.secret, response: input.token })
  if (captcha.provider === 'hcaptcha') body.set('sitekey', captcha.siteKey)
  const { success, 'error-codes': codes } = await requestVerdict({ ...input, url, body })
  if (success) return
  if (codes.some((code) => serverFault.test(code))) {
    input.platform.log.error({ codes }, 'the captcha provider refuses our settings')
    throw failAuth('unavailable')
  }
  throw failAuth('captcha_failed')
}

/** While the provider is down the client must retry: no robot gets in, and no person is refused as one. */
async function requestVerdict({
  url,
  body,
  platform,
}: CaptchaRequest & { url: string; body: URLSearchParams }): Promise<z.output<typeof verdict>> {
  try {
    return await callOutside({
      service: 'captcha',
      milliseconds: respondWithinMs,
      call: async (signal) => verdict.parse(await (await fetch(url, { method: 'POST', body, signal })).json()),
    })
  } catch (error) {
    platform.log.warn({ err: error }, 'the captcha provider does not respond')
    throw failAuth('unavailable')
  }
}
