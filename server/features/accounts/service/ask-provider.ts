import type { SocialProvider } from '#contract/accounts.ts'

import type { ServiceRequest } from './endpoint.ts'
import { failService } from './service-errors.ts'

/** Another provider's trouble is no failure of ours: it is noted, and the person tries again. @throws provider_failed */
export async function askProvider<Answer>(
  o: ServiceRequest & { provider: SocialProvider; ask(): Promise<Answer> },
): Promise<Answer> {
  try {
    return await o.ask()
  } catch (error) {
    const { requestId } = o.c.var
    o.platform.log.warn({ requestId, provider: o.provider, err: error }, 'a provider gave no usable answer')
    throw failService('provider_failed')
  }
}
