import type { User, UserIdentity } from '@supabase/auth-js'

import { type SocialProvider, socialProviders, type WaysIn } from '#contract/accounts.ts'

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
  waysIn,
}: {
  user: Pick<User, 'identities'>
  waysIn: Pick<WaysIn, 'providers' | 'explainMissing'>
}): ConnectedAccount[] {
  return socialProviders.flatMap((provider): ConnectedAccount[] => {
    const identity = user.identities?.find((candidate) => candidate.provider === provider)
    const isOffered = waysIn.providers.includes(provider)
    if (!identity && !isOffered && !waysIn.explainMissing) return []
    return [{ provider, identity, email: emailOf(identity), isOffered }]
  })
}

function emailOf(identity: UserIdentity | undefined): string | undefined {
  const email: unknown = identity?.identity_data?.email
  return typeof email === 'string' && email !== '' ? email : undefined
}
