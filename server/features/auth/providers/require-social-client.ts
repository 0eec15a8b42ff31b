import { type SocialProvider, socialProviders } from '#contract/accounts.ts'
import type { Platform } from '#server/platform/platform.ts'
import { invalid } from '../protocol/body.ts'
import { appleClient } from './apple.ts'
import { facebookClient } from './facebook.ts'
import { googleClient } from './google.ts'
import type { SocialClient } from './social-client.ts'

const issuers = {
  google: 'https://accounts.google.com',
  facebook: 'https://www.facebook.com',
  apple: 'https://appleid.apple.com',
} as const satisfies Record<SocialProvider, string>

/**
 * `forIdToken`: the error for a provider without settings then contains its issuer, as the protocol specifies.
 * @throws validation_failed for an unknown provider, or one without settings
 */
export function requireSocialClient({
  name,
  platform,
  forIdToken,
}: {
  platform: Platform
  name: string
  forIdToken?: boolean
}): SocialClient {
  const provider = socialProviders.find((known) => known === name)
  if (!provider) throw invalid(`Unsupported provider: Provider ${name.slice(0, 40)} could not be found`)
  const client = clientOf({ platform, provider })
  if (!client && forIdToken) throw invalid(`Provider (issuer "${issuers[provider]}") is not enabled`)
  if (!client) throw invalid('Unsupported provider: provider is not enabled')
  return client
}

function clientOf({ platform, provider }: { platform: Platform; provider: SocialProvider }): SocialClient | undefined {
  const { google, facebook, apple } = platform.settings.social
  switch (provider) {
    case 'google':
      return google && googleClient({ platform, settings: google })
    case 'facebook':
      return facebook && facebookClient({ platform, settings: facebook })
    case 'apple':
      return apple && appleClient({ platform, settings: apple })
  }
}
