import type {
  AuthChangeEvent,
  AuthClient as AuthClientClass,
  Session as AuthSession,
  SignUpWithPasswordCredentials,
  User,
} from '@supabase/auth-js'
import { useEffect, useSyncExternalStore } from 'react'

import type { SocialProvider } from '#contract/accounts.ts'

import type { SocialAttempt, SocialCallback, SocialOutcome } from './social-flow.ts'
import { readSocialReturn } from './social-return.ts'
import { unreachableClient } from './unreachable-client.ts'

type AuthClient = InstanceType<typeof AuthClientClass>

export type Session =
  /** Not known yet: always so in the server's HTML and on the first rendering in the browser. */
  | { status: 'loading'; user?: undefined; recovering: false }
  | { status: 'signedOut'; user?: undefined; recovering: false }
  /** `recovering`: came through the link of a recovery mail, to choose a new password. */
  | { status: 'signedIn'; user: User; recovering: boolean }

const storageKey = 'senda.session'
/** Whatever a form keeps across reloads stands under a key that starts like this, and goes when the person leaves. */
export const draftPrefix = 'senda.draft.'

const loading: Session = { status: 'loading', recovering: false }
const signedOut: Session = { status: 'signedOut', recovering: false }

let current: Session = loading
let auth: Promise<AuthClient> | undefined
let outcome: SocialOutcome | undefined
const listeners = new Set<() => void>()
const signOutListeners = new Set<() => void>()

/** The session of this browser, shared by all of its tabs. */
export function useSession(): Session {
  useEffect(startWhenIdle, [])
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => loading,
  )
}

/** The session as it stands once it is known, for guards of private pages. */
export async function currentSession(): Promise<Session> {
  await start()
  return current
}

/** For the API's Authorization header. A visitor without a session never loads the session client for it. */
export async function accessToken(): Promise<string | undefined> {
  if (!auth && !hasStoredSession()) return undefined
  const { data } = await (await connection()).getSession()
  return data.session?.access_token
}

/** The server no longer knows the session of this token: unless another has taken its place, nothing of it is kept here. */
export async function forgetSession(token: string): Promise<void> {
  if ((await accessToken()) === token) await signOut('local')
}

/** Runs when the person leaves or another one comes, in this tab or another: for caches of what they saw. */
export function onDeparture(forget: () => void): void {
  signOutListeners.add(forget)
}

/** `captchaToken`: where the operator asks whether a person is there. */
export async function signInWithPassword(input: { email: string; password: string; captchaToken: string | undefined }) {
  const { captchaToken, ...credentials } = input
  return await (await client()).signInWithPassword({
    ...credentials,
    options: { ...(captchaToken && { captchaToken }) },
  })
}

/** Leaves for the provider's own page, which leads back to `landing`, a path of this site. @throws when it can't */
export async function signInWithProvider(input: SocialAttempt & { landing: string }): Promise<void> {
  await (await import('./social-flow.ts')).startSocialFlow({ ...input, storageKey, purpose: 'signIn' })
}

/** Leaves to add a provider's identity to the open account; comes back as signInWithProvider does. @throws what the service refused */
export async function linkSocial(input: { provider: SocialProvider; landing: string }): Promise<void> {
  await (await import('./social-flow.ts')).startSocialFlow({
    ...input,
    storageKey,
    purpose: 'link',
    again: 'Inténtalo de nuevo.',
  })
}

/** Whether an attempt to get in through another provider has just ended on this page; takeSocialOutcome says how. */
export function useHasSocialOutcome(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => outcome !== undefined,
    () => false,
  )
}

/** The same for a page that decides by it before it is shown. */
export function peekSocialOutcome(): SocialOutcome | undefined {
  return outcome
}

/** For whoever says it: each outcome is told once. */
export function takeSocialOutcome(): SocialOutcome | undefined {
  const taken = outcome
  outcome = undefined
  return taken
}

export async function signUp(input: SignUpWithPasswordCredentials) {
  return await (await client()).signUp(input)
}

/** `local` ends this browser's session, `global` every session of the account, `others` all but this one. */
export async function signOut(scope: 'local' | 'global' | 'others' = 'local') {
  return await (await client()).signOut({ scope })
}

/** Asks for the recovery mail, whose link leads to /reset-password. */
export async function recover({ email, captchaToken }: { email: string; captchaToken: string | undefined }) {
  return await (await client()).resetPasswordForEmail(email, {
    redirectTo: `${location.origin}/reset-password`,
    ...(captchaToken && { captchaToken }),
  })
}

/** What the server knows of the user by now, in place of what this browser keeps. */
export async function refreshSession(): Promise<void> {
  await (await client()).refreshSession()
}

export async function setSession(input: { access_token: string; refresh_token: string }) {
  return await (await client()).setSession(input)
}

/** auth-js itself, for the rest of its methods (second factor, resend, verify, user data). Out of reach, they say so. */
export async function client(): Promise<AuthClient> {
  return await connection().catch(unreachableClient)
}

/** @throws when its code can't be loaded: then nobody knows who is signed in. */
async function connection(): Promise<AuthClient> {
  auth ??= connect().catch((error: unknown) => {
    // Whoever asks next tries again: most often the network was away.
    auth = undefined
    throw error
  })
  return await auth
}

async function connect(): Promise<AuthClient> {
  const [{ AuthClient }, { acceptsSessionOf }] = await Promise.all([
    import('@supabase/auth-js'),
    import('./session-link.ts'),
  ])
  // Before auth-js looks at the address itself.
  const callback = readSocialReturn(location) && (await import('./social-flow.ts')).takeSocialCallback(storageKey)
  const created = new AuthClient({
    url: `${location.origin}/auth/v1`,
    storageKey,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: (_url, params) => acceptsSessionOf({ params, openUserId: storedUserId() }),
    flowType: 'implicit',
  })
  // The first event says whether there is a session, so that whoever waits for the client knows it, too.
  await new Promise<void>((resolve) => {
    created.onAuthStateChange((event, session) => {
      // With a code still to be exchanged, nobody knows yet who is here.
      if (session !== null || callback?.kind !== 'code') remember(event, session)
      resolve()
    })
  })
  if (callback) await finishSocialCallback(created, callback)
  return created
}

/** Whoever waits for the session waits for this. */
async function finishSocialCallback(created: AuthClient, callback: SocialCallback): Promise<void> {
  const { attempt, landing } = callback
  if (callback.kind === 'linked') outcome = callback
  else if (callback.kind === 'failure') outcome = { ...callback, kind: 'failed' }
  else {
    const { error } = await created.exchangeCodeForSession(callback.code, { flowId: callback.flowId })
    outcome = error
      ? { kind: 'failed', errorCode: error.code ?? '', message: error.message, attempt, landing }
      : { kind: 'arrived', attempt, landing }
    if (error && current.status === 'loading') current = signedOut
  }
  publish()
}

function storedUserId(): string | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return (stored as Partial<AuthSession> | null)?.user?.id
  } catch {
    return undefined
  }
}

function remember(event: AuthChangeEvent, session: AuthSession | null): void {
  const before = current
  const recovering = event === 'PASSWORD_RECOVERY' || (before.recovering && event !== 'USER_UPDATED')
  current = session ? { status: 'signedIn', user: session.user, recovering } : signedOut
  if (before.status === 'signedIn' && before.user.id !== current.user?.id) notifySignOut()
  publish()
}

function publish(): void {
  for (const listener of listeners) listener()
}

function notifySignOut(): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (key.startsWith(draftPrefix)) storage.removeItem(key)
  }
  for (const forget of signOutListeners) forget()
}

async function start(): Promise<void> {
  const hasCallback = /[#&](?:access_token|error)=/.test(location.hash) || readSocialReturn(location) !== undefined
  // A client under way may still be exchanging what has left the address already.
  if (auth || hasCallback || hasStoredSession()) {
    await connection()
  } else if (current.status === 'loading') {
    current = signedOut
    publish()
  }
}

let started = false

/** After the first paint: the session client is 22 KB that no public page needs to appear. */
function startWhenIdle(): void {
  if (started) return
  started = true
  // Another tab signs in: this one has no client yet that would hear of it.
  addEventListener('storage', (event) => {
    if (event.key === storageKey && event.newValue !== null) void startQuietly()
  })
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void startQuietly(), { timeout: 500 })
  else setTimeout(() => void startQuietly(), 50)
}

/** Without the session client nobody is signed in as far as this page can tell; whoever asks later may find it again. */
async function startQuietly(): Promise<void> {
  try {
    await start()
  } catch {
    if (current.status !== 'loading') return
    current = signedOut
    publish()
  }
}

/**
 * Whether this browser keeps one, which may have ended since. False as well where storage is forbidden: there nobody can stay
 * signed in.
 */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
