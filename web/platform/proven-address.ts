import type { User } from '@supabase/auth-js'

/** Whether the session's user has proven to own their address. The protocol's `email_confirmed_at` doesn't say: see auth-protocol. */
export function hasProvenAddress({ email, identities }: Pick<User, 'email' | 'identities'>): boolean {
  return (
    identities?.some(({ identity_data: data }) => data?.email_verified === true && data.email === email) ??
    // An answer without identities says nothing about them.
    true
  )
}
