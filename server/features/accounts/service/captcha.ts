import { z } from 'zod'

import { optionalText } from './body.ts'
import type { ServiceRequest } from './endpoint.ts'
import { failService } from './service-errors.ts'

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

type Question = Pick<ServiceRequest, 'platform' | 'captchaUrl'>

/** Lets only people through, where the settings name a provider that can tell. @throws captcha_failed, unavailable */
export async function requireCaptcha(o: Question & { token: string }): Promise<void> {
  const { captcha } = o.platform.settings
  if (!captcha) return
  if (o.token === '' || o.token.length > tokenMaxLength) throw failService('captcha_failed')
  const url = o.captchaUrl ?? siteverifyUrls[captcha.provider]
  const body = new URLSearchParams({ secret: captcha.secret, response: o.token })
  if (captcha.provider === 'hcaptcha') body.set('sitekey', captcha.siteKey)
  const { success, 'error-codes': codes } = await ask({ ...o, url, body })
  if (success) return
  if (codes.some((code) => ourFault.test(code))) {
    o.platform.log.error({ codes }, 'the captcha provider refuses our settings')
    throw failService('unavailable')
  }
  throw failService('captcha_failed')
}

/** A provider that is away makes the client try again: nobody gets in unseen, and nobody is told to be a robot. */
async function ask(o: Question & { url: string; body: URLSearchParams }): Promise<z.output<typeof verdict>> {
  try {
    const answer = await fetch(o.url, { method: 'POST', body: o.body, signal: AbortSignal.timeout(answerWithinMs) })
    return verdict.parse(await answer.json())
  } catch (error) {
    o.platform.log.warn({ err: error }, 'the captcha provider does not answer')
    throw failService('unavailable')
  }
}
