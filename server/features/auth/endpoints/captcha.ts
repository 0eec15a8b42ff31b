import { z } from 'zod'

import { optionalText } from '../protocol/body.ts'
import { failAuth } from '../protocol/errors.ts'
import type { AuthRequest } from '../protocol/request.ts'

/** Where each provider says whether a token came from a person. */
const siteverifyUrls = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

const answerWithinMs = 5_000
/** Providers' own tokens have some 2,000 characters. */
const tokenMaxLength = 20_000

/** In the bodies of the client: its token, empty when it has none. */
export const captchaFields = {
  gotrue_meta_security: z
    .object({ captcha_token: optionalText })
    .nullish()
    .transform((security) => security?.captcha_token ?? ''),
}

const verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).catch([]) })

/** What only we can have wrong, or what goes wrong at the provider: no fault of whoever asks. */
const ourFault = /secret|sitekey|internal-error/

type Question = Pick<AuthRequest, 'platform' | 'captchaUrl'>

/** Lets only people through, where the settings name a provider that can tell. @throws captcha_failed, unavailable */
export async function requireCaptcha(input: Question & { token: string }): Promise<void> {
  const { captcha } = input.platform.settings
  if (!captcha) return
  if (input.token === '' || input.token.length > tokenMaxLength) throw failAuth('captcha_failed')
  const url = input.captchaUrl ?? siteverifyUrls[captcha.provider]
  const body = new URLSearchParams({ secret: captcha.secret, response: input.token })
  if (captcha.provider === 'hcaptcha') body.set('sitekey', captcha.siteKey)
  const { success, 'error-codes': codes } = await ask({ ...input, url, body })
  if (success) return
  if (codes.some((code) => ourFault.test(code))) {
    input.platform.log.error({ codes }, 'the captcha provider refuses our settings')
    throw failAuth('unavailable')
  }
  throw failAuth('captcha_failed')
}

/** A provider that is away makes the client try again: nobody gets in unseen, and nobody is told to be a robot. */
async function ask({
  url,
  body,
  platform,
}: Question & { url: string; body: URLSearchParams }): Promise<z.output<typeof verdict>> {
  try {
    const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(answerWithinMs) })
    return verdict.parse(await answer.json())
  } catch (error) {
    platform.log.warn({ err: error }, 'the captcha provider does not answer')
    throw failAuth('unavailable')
  }
}
