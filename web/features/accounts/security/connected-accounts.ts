import type { User, UserIdentity } from '@supabase/auth-js'

import { type SignInMethods, type SocialProvider, socialProviders } from '#contract/accounts.ts'

export type ConnectedAccount = {
  provider: SocialProvider
  /** The person's account there, once it is connected. */
  identity: UserIdentity | undefined
  email: string | undefined
  /** False where the operator has not set the provider up: shown outside production, to say so. */
  isOffered: boolean
}

/** What there is to say of each provider: nothing of those that are neither offered nor connected nor explained. */
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
