import type { User } from '@supabase/auth-js'

/** Whether the session's user has verified their address, which the protocol's `email_confirmed_at` does not contain. */
export function hasProvenAddress({ email, identities }: Pick<User, 'email' | 'identities'>): boolean {
  return (
    identities?.some(({ identity_data: data }) => data?.email_verified === true && data.email === email) ??
    // A response without identities doesn't contain it: assume a proven address, so that no notice is wrong.
    true
  )
}
