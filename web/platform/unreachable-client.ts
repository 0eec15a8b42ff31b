import type { AuthClient as AuthClientClass } from '@supabase/auth-js'

type AuthClient = InstanceType<typeof AuthClientClass>

/**
 * Replaces the session client while its code cannot be fetched: each of its methods, including those of `mfa`, returns
 * auth-js's error for a lost connection, so that a form shows it and can be sent again.
 */
export function unreachableClient(cause: unknown): AuthClient {
  const error = Object.assign(new TypeError('the session client could not be loaded', { cause }), { status: 0 })
  const answer = () => Promise.resolve({ data: { user: null, session: null }, error })
  // `await` reads `then`, which must not exist here.
  const anything: object = new Proxy(answer, { get: (_, name) => (name === 'then' ? undefined : anything) })
  return anything as AuthClient
}
