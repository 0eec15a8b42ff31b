import type { SocialProvider } from '#contract/accounts.ts'
import { hashSecret } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { seal, unseal } from '#server/platform/secrets.ts'

import { consumeState, insertState } from '../repository/oauth-states.ts'
import { type CodeChallenge, challengeOf } from '../rules/code-challenge.ts'
import type { FlowSecrets } from './social-client.ts'

export const stateLifetimeSeconds = 300

export type Linking = { userId: string; sessionId: string }

type OAuthFlow = {
  provider: SocialProvider
  /** The flow's destination, already checked. */
  redirectTo: string
  challenge: CodeChallenge | undefined
  linking: Linking | undefined
}

/** `browserSecret` is in a cookie of the browser that starts the flow: the state is valid in no other browser. */
export async function storeState(
  platform: Platform,
  {
    secrets,
    provider,
    browserSecret,
    redirectTo,
    challenge,
    linking,
  }: OAuthFlow & { secrets: FlowSecrets; browserSecret: string },
): Promise<void> {
  const { secret, clock, db } = platform
  const now = clock.now()
  const stateHash = hashSecret(secrets.state)
  await insertState(db, {
    state_hash: stateHash,
    provider,
    browser_hash: hashSecret(browserSecret),
    sealed_code_verifier: seal({ secret, purpose: purposeOf(stateHash), text: secrets.codeVerifier }),
    nonce: secrets.nonce,
    redirect_to: redirectTo,
    ...challenge,
    linking_user_id: linking?.userId ?? null,
    linking_session_id: linking?.sessionId ?? null,
    expires_at: new Date(now.getTime() + stateLifetimeSeconds * 1000),
    created_at: now,
  })
}

/** Deletes the state, so that it works once. Undefined when it is unknown, expired or another browser's. */
export async function redeemState(
  platform: Platform,
  { state, browserSecret }: { state: string; browserSecret: string },
): Promise<(OAuthFlow & { secrets: FlowSecrets }) | undefined> {
  const stateHash = hashSecret(state)
  const row = await consumeState(platform.db, { stateHash, browserHash: hashSecret(browserSecret) })
  if (!row || row.expires_at <= platform.clock.now()) return undefined
  const { secret } = platform
  const codeVerifier = unseal({ secret, purpose: purposeOf(stateHash), sealed: row.sealed_code_verifier })
  if (codeVerifier === undefined) return undefined
  const { linking_user_id: userId, linking_session_id: sessionId } = row
  return {
    provider: row.provider as SocialProvider,
    redirectTo: row.redirect_to,
    challenge: challengeOf(row),
    linking: userId !== null && sessionId !== null ? { userId, sessionId } : undefined,
    secrets: { state, nonce: row.nonce, codeVerifier },
  }
}

/** Contains the state's hash, so that a verifier can't be moved to another row. */
function purposeOf(stateHash: string): string {
  return `oauth state ${stateHash}`
}
