import type { AuthError } from '../protocol/errors.ts'
import { withFragment, withQuery } from '../protocol/redirects.ts'

/** The destination of a failed flow. As the protocol specifies, query and fragment both contain the error. */
export function withError({ refusal, url }: { url: string; refusal: AuthError }): string {
  const values = {
    error: refusal.status >= 500 ? 'server_error' : 'access_denied',
    error_code: refusal.code,
    error_description: refusal.message,
  }
  return withFragment({ url: withQuery({ url, values }), values })
}
