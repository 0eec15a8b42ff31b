import type { User, UserIdentity } from '@supabase/auth-js'

import { type SignInMethods, type SocialProvider, socialProviders } from '#contract/accounts.ts'

export type ConnectedAccount = {
  provider: SocialProvider
  identity: UserIdentity | undefined
  email: string | undefined
  /** False when the operator no longer offers the provider: listed only while it is connected. */
  isOffered: boolean
}

/** The providers to list: those that are offered, or connected. */
export function connectedAccounts({
  user,
  signInMethods,
}: {
  user: Pick<User, 'identities'>
  signInMethods: Pick<SignInMethods, 'providers'>
}): ConnectedAccount[] {
  return socialProviders.flatMap((provider): ConnectedAccount[] => {
    const identity = user.identities?.find((candidate) => candidate.provider === provider)
    const isOffered = signInMethods.providers.includes(provider)
    if (!identity && !isOffered) return []
    return [{ provider, identity, email: emailOf(identity), isOffered }]
  })
}

function emailOf(identity: UserIdentity | undefined): string | undefined {
  const email: unknown = identity?.identity_data?.email
  return typeof email === 'string' && email !== '' ? email : undefined
}
