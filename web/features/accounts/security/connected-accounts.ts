import type { User, UserIdentity } from '@supabase/auth-js'

import { type SignInMethods, type SocialProvider, socialProviders } from '#contract/accounts.ts'

export type ConnectedAccount = {
  provider: SocialProvider
  identity: UserIdentity | undefined
  email: string | undefined
  /** False when the operator has not set up the provider: listed only outside production, with an explanation. */
  isOffered: boolean
}

/** The providers to list; one that is neither offered nor connected nor explained is left out. */
export function connectedAccounts({
  user,
  signInMethods,
}: {
  user: Pick<User, 'identities'>
  signInMethods: Pick<SignInMethods, 'providers' | 'explainMissing'>
}): ConnectedAccount[] {
  return socialProviders.flatMap((provider): ConnectedAccount[] => {
    const identity = user.identities?.find((candidate) => candidate.provider === provider)
    const isOffered = signInMethods.providers.includes(provider)
    if (!identity && !isOffered && !signInMethods.explainMissing) return []
    return [{ provider, identity, email: emailOf(identity), isOffered }]
  })
}

function emailOf(identity: UserIdentity | undefined): string | undefined {
  const email: unknown = identity?.identity_data?.email
  return typeof email === 'string' && email !== '' ? email : undefined
}
