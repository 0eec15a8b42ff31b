import type { AuthClient as AuthClientClass } from '@supabase/auth-js'

type AuthClient = InstanceType<typeof AuthClientClass>

/**
 * Stands in while the session client's own code can't be fetched: each of its methods, those of `mfa` too, answers with
 * the failure that auth-js gives for a lost connection, so that a form says so and can be sent again.
 */
export function unreachableClient(cause: unknown): AuthClient {
  const error = Object.assign(new TypeError('the session client could not be loaded', { cause }), { status: 0 })
  const answer = () => Promise.resolve({ data: { user: null, session: null }, error })
  // What is awaited is asked for `then`, which would make it a promise.
  const anything: object = new Proxy(answer, { get: (_, name) => (name === 'then' ? undefined : anything) })
  return anything as AuthClient
}
