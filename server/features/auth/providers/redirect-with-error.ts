import type { AuthError } from '../protocol/errors.ts'
import { withFragment, withQuery } from '../protocol/redirects.ts'

/** Where a journey to another provider ends that led to nothing: the reason stands in query and fragment, as the protocol has it. */
export function withRefusal({ refusal, url }: { url: string; refusal: AuthError }): string {
  const values = {
    error: refusal.status >= 500 ? 'server_error' : 'access_denied',
    error_code: refusal.code,
    error_description: refusal.message,
  }
  return withFragment({ url: withQuery({ url, values }), values })
}
