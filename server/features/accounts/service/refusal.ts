import { withFragment, withQuery } from './redirects.ts'
import type { ServiceError } from './service-errors.ts'

/** Where a journey to another provider ends that led to nothing: the reason stands in query and fragment, as the protocol has it. */
export function withRefusal(o: { url: string; refusal: ServiceError }): string {
  const { refusal } = o
  const values = {
    error: refusal.status >= 500 ? 'server_error' : 'access_denied',
    error_code: refusal.code,
    error_description: refusal.message,
  }
  return withFragment({ url: withQuery({ url: o.url, values }), values })
}
