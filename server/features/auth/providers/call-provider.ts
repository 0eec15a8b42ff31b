import type { SocialProvider } from '#contract/accounts.ts'
import { callOutside } from '#server/platform/outside-services.ts'
import { failAuth } from '../protocol/errors.ts'
import type { AuthRequest } from '../protocol/request.ts'

/** Three responses in sequence, each with the limit of openid.ts, and below the limit of the request. */
const respondWithinMs = 9_500

/** A provider's failure is logged as a warning, and the user must try again. @throws provider_failed */
export async function callProvider<Result>({
  call,
  c,
  platform,
  provider,
}: Pick<AuthRequest, 'platform' | 'c'> & { provider: SocialProvider; call(): Promise<Result> }): Promise<Result> {
  try {
    return await callOutside({ service: 'identity', milliseconds: respondWithinMs, call })
  } catch (error) {
    const { requestId } = c.var
    platform.log.warn({ requestId, provider, err: error }, 'a provider gave no usable response')
    throw failAuth('provider_failed')
  }
}
