import type { SocialProvider } from '#contract/accounts.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

import { identityAddedMail, identityRemovedMail } from '../mail/identity.ts'

type About = { platform: Platform; user: { email: string }; provider: SocialProvider }

export async function mailIdentityAdded(tx: Tx, { platform, user, provider }: About): Promise<void> {
  const content = identityAddedMail({ provider, publicUrl: platform.settings.publicUrl })
  await queueMail(tx, { platform, to: user.email, kind: 'accounts.identity_added', ...content })
}

export async function mailIdentityRemoved(tx: Tx, { platform, user, provider }: About): Promise<void> {
  const content = identityRemovedMail({ provider, publicUrl: platform.settings.publicUrl })
  await queueMail(tx, { platform, to: user.email, kind: 'accounts.identity_removed', ...content })
}
