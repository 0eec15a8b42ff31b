import type { AuthClient as AuthClientClass, Session } from '@supabase/auth-js'

import type { SocialProvider } from '#contract/accounts.ts'

import { isServiceOutcome } from './session-link.ts'
import { flowStorage } from './session-storage.ts'
import { readSocialReturn, withoutSocialReturn } from './social-return.ts'

type AuthClient = InstanceType<typeof AuthClientClass>

/**
 * `retryText`: the first screen's sentence that asks to try again. `kind`: the kind of account that the visitor chose, where the
 * page to which the visitor returns does not determine it.
 */
export type SocialAttempt = { provider: SocialProvider; retryText: string; kind?: 'patient' | 'center' }

const attemptKey = 'senda.social-attempt'
const connectionTimeoutMs = 10_000

/** How a sign-in through another provider ended; `message` is the server's sentence, if any. */
export type SocialOutcome = SocialFlow &
  ({ kind: 'arrived' | 'linked' } | { kind: 'failed'; errorCode: string; message: string | undefined })

let flowClient: Promise<AuthClient> | undefined

/** Goes to the provider's page. @throws when it cannot start: no connection, a UserFacingError without storage, or a refusal of the service */
export async function startSocialFlow({
  provider,
  purpose,
  retryText,
  kind,
  landing,
  storageKey,
  session,
}: SocialAttempt & {
  purpose: 'signIn' | 'link'
  landing: string
  storageKey: string
  /** Of the account that gets the identity. Only this page's memory may have it, which ends when the browser leaves. */
  session?: Session | null
}): Promise<void> {
  await requireConnection()
  flowClient ??= createFlowClient(storageKey)
  const client = await flowClient.catch((error: unknown) => {
    flowClient = undefined
    throw error
  })
  storeSocialAttempt({ provider, retryText, kind })
  if (session && flowStorage.getItem(storageKey) === null) flowStorage.setItem(storageKey, JSON.stringify(session))
  const options = { redirectTo: location.origin + landing }
  const { error } =
    purpose === 'link'
      ? await client.linkIdentity({ provider, options })
      : await client.signInWithOAuth({ provider, options })
  if (error) throw error
}

/** Without one, the browser would leave for an error page of its own. It may report none although there is one. */
async function requireConnection(): Promise<void> {
  await fetch(`${location.origin}/healthz`, { cache: 'no-store', signal: AbortSignal.timeout(connectionTimeoutMs) })
}

/**
 * With PKCE the returned code is valid only in this browser, so that no address can sign a visitor in to an account
 * of an attacker. auth-js has one flow per client, and the flow of mailed links must work in any browser. The
 * storage is the session's own; the name differs, because auth-js warns about two clients of one name.
 */
async function createFlowClient(storageKey: string): Promise<AuthClient> {
  const { AuthClient } = await import('@supabase/auth-js')
  const name = `${storageKey}.leaving`
  const shared = (key: string) => key.replace(name, storageKey)
  return new AuthClient({
    url: `${location.origin}/auth/v1`,
    storageKey: name,
    storage: {
      getItem: (key) => flowStorage.getItem(shared(key)),
      setItem: (key, value) => flowStorage.setItem(shared(key), value),
      removeItem: (key) => flowStorage.removeItem(shared(key)),
    },
    flowType: 'pkce',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    skipAutoInitialize: true,
    experimental: { appendPkceFlowIdToRedirects: true },
  })
}

/** `landing`: the page's own address. */
export type SocialFlow = { attempt: SocialAttempt | undefined; landing: string }

export type SocialCallback = SocialFlow &
  (
    | { kind: 'code'; code: string; flowId: string }
    | { kind: 'linked' }
    | { kind: 'failure'; errorCode: string; message: string | undefined }
  )

/** Reads and removes the return from the page's address. A return that this browser did not start is ignored. */
export function takeSocialCallback(storageKey: string): SocialCallback | undefined {
  const socialReturn = readSocialReturn(location)
  if (!socialReturn) return undefined
  // The router treats this as a navigation to the same page.
  const landing = withoutSocialReturn(location)
  history.replaceState(history.state, '', landing)
  // The storage key that auth-js gives to a flow's verifier.
  const verifierKey = `${storageKey}-flow-${socialReturn.flowId}-code-verifier`
  const isOwn = socialReturn.flowId !== undefined && flowStorage.getItem(verifierKey) !== null
  const flow = { attempt: takeSocialAttempt(), landing }
  if (socialReturn.kind === 'code') return isOwn ? { ...socialReturn, ...flow } : undefined
  if (isOwn) flowStorage.removeItem(verifierKey)
  // A signed-in user needs no code: the identity is connected.
  if (socialReturn.kind === 'nothing') return isOwn ? { kind: 'linked', ...flow } : undefined
  if (isOwn) return { kind: 'failure', errorCode: socialReturn.errorCode, message: socialReturn.message, ...flow }
  // The service doesn't know which flow an unknown return belongs to. An error that the service did not write is ignored.
  if (!isServiceOutcome(socialReturn.errorCode)) return undefined
  return { kind: 'failure', errorCode: socialReturn.errorCode, message: undefined, ...flow }
}

/** Stored in this tab, for the messages after the return. */
function storeSocialAttempt(attempt: SocialAttempt): void {
  try {
    sessionStorage.setItem(attemptKey, JSON.stringify(attempt))
  } catch {
    // Without storage the messages name no provider.
  }
}

function takeSocialAttempt(): SocialAttempt | undefined {
  try {
    const storedAttempt = sessionStorage.getItem(attemptKey)
    sessionStorage.removeItem(attemptKey)
    return storedAttempt === null ? undefined : (JSON.parse(storedAttempt) as SocialAttempt)
  } catch {
    return undefined
  }
}
