import type { SocialProvider } from '#contract/accounts.ts'
import { failAuth } from '../protocol/errors.ts'
import type { AuthRequest } from '../protocol/request.ts'

/** A provider's failure is logged as a warning, and the user must try again. @throws provider_failed */
export async function callProvider<Result>({
  ask,
  c,
  platform,
  provider,
}: AuthRequest & { provider: SocialProvider; ask(): Promise<Result> }): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    const { requestId } = c.var
    platform.log.warn({ requestId, provider, err: error }, 'a provider gave no usable response')
    throw failAuth('provider_failed')
  }
}
