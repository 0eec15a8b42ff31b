import type { AuthClient as AuthClientClass } from '@supabase/auth-js'

import type { SocialProvider } from '#contract/accounts.ts'

import { isOwnWord } from './session-link.ts'
import { readSocialReturn, withoutSocialReturn } from './social-return.ts'

type AuthClient = InstanceType<typeof AuthClientClass>

/**
 * `again`: how the screen that it set out from asks to try once more. `kind`: the account that its visitor chose, where the
 * page that it leads back to doesn't say.
 */
export type SocialAttempt = { provider: SocialProvider; again: string; kind?: 'patient' | 'center' | undefined }

const attemptKey = 'senda.social-attempt'

/** How an attempt to get in through another provider ended; `message` is the server's own, where it has one. */
export type SocialOutcome = SocialFlow &
  ({ kind: 'arrived' | 'linked' } | { kind: 'failed'; errorCode: string; message: string | undefined })

let flowClient: Promise<AuthClient> | undefined

/** Goes to the provider's page. @throws when that can't begin: no connection, no storage, or the service said no */
export async function startSocialFlow({
  provider,
  purpose,
  again,
  kind,
  landing,
  storageKey,
}: SocialAttempt & { purpose: 'signIn' | 'link'; landing: string; storageKey: string }): Promise<void> {
  if (!navigator.onLine) throw new Error('There is no connection.')
  flowClient ??= createFlowClient(storageKey)
  const client = await flowClient.catch((error: unknown) => {
    flowClient = undefined
    throw error
  })
  // In this tab, for the words that meet whoever comes back.
  sessionStorage.setItem(attemptKey, JSON.stringify({ provider, again, kind } satisfies SocialAttempt))
  const options = { redirectTo: location.origin + landing }
  const { error } =
    purpose === 'link'
      ? await client.linkIdentity({ provider, options })
      : await client.signInWithOAuth({ provider, options })
  if (error) throw error
}

/**
 * With PKCE the way back is worth something in this browser alone, so that no address can sign anybody in to an account
 * of another's choosing. auth-js has one flow per client, and that of mailed links has to work in any browser. The
 * storage is the session's own; the name is another, as auth-js warns of two clients of one name.
 */
async function createFlowClient(storageKey: string): Promise<AuthClient> {
  const { AuthClient } = await import('@supabase/auth-js')
  const name = `${storageKey}.leaving`
  const shared = (key: string) => key.replace(name, storageKey)
  return new AuthClient({
    url: `${location.origin}/auth/v1`,
    storageKey: name,
    storage: {
      getItem: (key) => localStorage.getItem(shared(key)),
      setItem: (key, value) => localStorage.setItem(shared(key), value),
      removeItem: (key) => localStorage.removeItem(shared(key)),
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

/** What came back to this page from another provider. */
export type SocialCallback = SocialFlow &
  (
    | { kind: 'code'; code: string; flowId: string }
    | { kind: 'linked' }
    | { kind: 'failure'; errorCode: string; message: string | undefined }
  )

/** Takes the way back out of the page's address. Whatever this browser didn't ask for brings nothing along. */
export function takeSocialCallback(storageKey: string): SocialCallback | undefined {
  const found = readSocialReturn(location)
  if (!found) return undefined
  // The router takes it for a navigation to the same page.
  const landing = withoutSocialReturn(location)
  history.replaceState(history.state, '', landing)
  // As auth-js names the place where a flow's verifier waits.
  const verifierKey = `${storageKey}-flow-${found.flowId}-code-verifier`
  const isOwn = found.flowId !== undefined && isStored(verifierKey)
  const flow = { attempt: takeSocialAttempt(), landing }
  if (found.kind === 'code') return isOwn ? { ...found, ...flow } : undefined
  if (isOwn) localStorage.removeItem(verifierKey)
  // Whoever is signed in needs no code: the identity has been added.
  if (found.kind === 'nothing') return isOwn ? { kind: 'linked', ...flow } : undefined
  if (isOwn) return { kind: 'failure', errorCode: found.errorCode, message: found.message, ...flow }
  // Of a way back that it doesn't know the service can't say whose it is. Anybody else's alarm is nothing.
  if (!isOwnWord(found.errorCode)) return undefined
  return { kind: 'failure', errorCode: found.errorCode, message: undefined, ...flow }
}

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function takeSocialAttempt(): SocialAttempt | undefined {
  try {
    const kept = sessionStorage.getItem(attemptKey)
    sessionStorage.removeItem(attemptKey)
    return kept === null ? undefined : (JSON.parse(kept) as SocialAttempt)
  } catch {
    return undefined
  }
}
