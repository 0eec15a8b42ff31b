import type { SocialProvider } from '#contract/accounts.ts'

/** The domains whose mailboxes the provider itself runs. */
const ownDomains: Record<SocialProvider, readonly string[]> = {
  google: ['gmail.com', 'googlemail.com'],
  apple: ['icloud.com', 'me.com', 'mac.com', 'privaterelay.appleid.com'],
  facebook: [],
}

/**
 * Whether the provider knows who has the address today. An account at Google or Apple can have any address: it is verified
 * once, and stays verified after the mailbox has passed to another person. `email`: lower-cased. `hostedDomain`: Google's claim
 * `hd`, the domain of the organisation whose accounts Google manages. Source:
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token, about `email_verified` and `hd`.
 */
export function isAuthoritative({
  provider,
  email,
  hostedDomain,
}: {
  provider: SocialProvider
  email: string
  hostedDomain: string | undefined
}): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return ownDomains[provider].includes(domain) || (provider === 'google' && hostedDomain?.toLowerCase() === domain)
}
