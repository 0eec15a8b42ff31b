import type { AuthChangeEvent, AuthClient as AuthClientClass, Session as AuthSession, User } from '@supabase/auth-js'
import { useEffect, useSyncExternalStore } from 'react'

import { UserFacingError } from './error-message.ts'
import { deleteSessionEnd, lastSessionEnd, noteSessionEnd } from './session-end.ts'
import type { SocialOutcome } from './social-flow.ts'
import { readSocialReturn } from './social-return.ts'
import { whenIdle } from './when-idle.ts'

type AuthClient = InstanceType<typeof AuthClientClass>

export type Session =
  /** Not known yet, as in the server's HTML and in the browser's first rendering. */
  | { status: 'loading'; user?: undefined; recovering: false; hasEnded?: undefined }
  | { status: 'signedOut'; user?: undefined; recovering: false; hasEnded?: undefined }
  /**
   * `recovering`: came through the link of a recovery mail, to choose a new password. `hasEnded`: the session has ended while a
   * form holds typed text, and the page stays until the same user signs in again.
   */
  | { status: 'signedIn'; user: User; recovering: boolean; hasEnded?: boolean }

export const storageKey = 'senda.session'
/** The prefix of the storage keys of drafts, which are deleted when the user signs out. */
export const draftPrefix = 'senda.draft.'

const loading: Session = { status: 'loading', recovering: false }
const signedOut: Session = { status: 'signedOut', recovering: false }

let current: Session = loading
let auth: Promise<AuthClient> | undefined
let outcome: SocialOutcome | undefined
const listeners = new Set<() => void>()
const signOutListeners = new Set<() => void>()
let unsavedForms = 0
let isLeaving = false

export function useSession(): Session {
  useEffect(startWhenIdle, [])
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => loading,
  )
}

/**
 * While a form with unsaved text holds the page, a session that ends leaves the page as it is: the user signs in above it
 * (web/features/auth/session-ended), or leaves. @returns a function that releases the page
 */
export function holdPage(): () => void {
  unsavedForms += 1
  return () => {
    unsavedForms -= 1
    if (unsavedForms === 0 && current.hasEnded) change(signedOut)
  }
}

/** The session once it is known, for guards of private pages. */
export async function currentSession(): Promise<Session> {
  await start()
  return current
}

/**
 * The token is for the API's Authorization header. A visitor without a session never loads the session client for it.
 */
export async function accessToken(): Promise<string | undefined> {
  if (!auth && !hasStoredSession()) return undefined
  const { data } = await (await connection()).getSession()
  return data.session?.access_token
}

/** The server has ended the session: discards the stored copy, unless it is of another token than this one. */
export async function discardSession(token?: string): Promise<void> {
  if (token !== undefined && (await accessToken()) !== token) return
  const auth = await client()
  // Set first, because the client drops a session that the service doesn't know, and the page redirects.
  if (current.status === 'signedIn' && !lastSessionEnd()) noteSessionEnd({ blocked: undefined })
  // The service refuses a blocked account with its reason, also after its sessions have ended.
  const { error } = await auth.getUser()
  if (lastSessionEnd() && error?.code === 'user_banned') noteSessionEnd({ blocked: error.message })
  await auth.signOut({ scope: 'local' })
}

/** Runs when the user signs out or another user signs in, in this tab or another: for clearing caches. */
export function onSignOut(discard: () => void): void {
  signOutListeners.add(discard)
}

/** Whether a sign-in through another provider has just ended on this page; takeSocialOutcome returns the outcome. */
export function useHasSocialOutcome(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => outcome !== undefined,
    () => false,
  )
}

/** Returns the outcome without taking it, for a route that redirects by it before rendering. */
export function peekSocialOutcome(): SocialOutcome | undefined {
  return outcome
}

/** Returns the outcome once, to the component that reports it. */
export function takeSocialOutcome(): SocialOutcome | undefined {
  const taken = outcome
  outcome = undefined
  return taken
}

/** `local` ends this browser's session, `global` every session of the account, `others` all but this one. */
export async function signOut(scope: 'local' | 'global' | 'others' = 'local') {
  isLeaving = scope !== 'others'
  deleteSessionEnd()
  try {
    return await (await client()).signOut({ scope })
  } finally {
    isLeaving = false
  }
}

/** Replaces this browser's stored session with the server's current data. */
export async function refreshSession(): Promise<void> {
  await (await client()).refreshSession()
}

/**
 * auth-js itself, for its other methods (second factor, resend, verify, user data). While its code cannot load, they return
 * an error.
 */
export async function client(): Promise<AuthClient> {
  return await connection().catch(unreachableClient)
}

/** @throws when its code cannot load: then the session stays unknown. */
async function connection(): Promise<AuthClient> {
  auth ??= connect().catch((error: unknown) => {
    // The next call tries again, because the cause is usually the network.
    auth = undefined
    throw error
  })
  return await auth
}

async function connect(): Promise<AuthClient> {
  const [{ AuthClient }, { connectSession }] = await Promise.all([
    import('@supabase/auth-js'),
    import('./session-connection.ts'),
  ])
  return await connectSession({
    AuthClient,
    storageKey,
    onChange: remember,
    shownUserId: () => current.user?.id,
    onStranger: notifySignOut,
    onOutcome(next) {
      outcome = next
      if (next.kind === 'failed' && current.status === 'loading') current = signedOut
      publish()
    },
  })
}

/** `lacksCode`: the account has a second factor that the session has not proven. */
function remember(event: AuthChangeEvent, session: AuthSession | null, lacksCode: boolean): void {
  const recovering = event === 'PASSWORD_RECOVERY' || (current.recovering && event !== 'USER_UPDATED')
  if (current.status === 'signedIn' && unsavedForms > 0 && !isLeaving) {
    if (!session || (lacksCode && current.hasEnded)) {
      change({ ...current, hasEnded: true })
      return
    }
    // Typed text is never shown to another account.
    if (session.user.id !== current.user.id) {
      notifySignOut()
      location.reload()
      return
    }
  }
  if (session) deleteSessionEnd()
  change(session ? { status: 'signedIn', user: session.user, recovering } : signedOut)
}

function change(next: Session): void {
  const before = current
  current = next
  if (before.status === 'signedIn' && before.user.id !== current.user?.id) notifySignOut()
  publish()
}

function publish(): void {
  for (const listener of listeners) listener()
}

function notifySignOut(): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) if (key.startsWith(draftPrefix)) storage.removeItem(key)
    }
  } catch {
    // A browser that denies storage keeps no drafts.
  }
  for (const discard of signOutListeners) discard()
}

async function start(): Promise<void> {
  const hasCallback = /[#&](?:access_token|error)=/.test(location.hash) || readSocialReturn(location) !== undefined
  // A client that is loading may still be exchanging a code that it has removed from the address.
  if (auth || hasCallback || hasStoredSession()) {
    await connection()
  } else if (current.status === 'loading') {
    current = signedOut
    publish()
  }
}

let isStarted = false

/** It runs after the first paint: the session client is 22 KB that no public page needs to appear. */
function startWhenIdle(): void {
  if (isStarted) return
  isStarted = true
  // When another tab signs in, this tab has no client yet that could notice.
  addEventListener('storage', (event) => {
    if (event.key === storageKey && event.newValue !== null) void startQuietly()
  })
  whenIdle(() => void startQuietly())
}

/** Without the session client this page treats the user as a visitor; a later call may load it. */
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
 * Whether this browser stores a session, or this tab while the browser's storage is full. It may have ended since. Also false
 * where storage is forbidden: there no user can stay signed in.
 */
export function hasStoredSession(): boolean {
  try {
    return [localStorage, sessionStorage].some((storage) => storage.getItem(storageKey) !== null)
  } catch {
    return false
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Replaces the session client while its code cannot be fetched: each of its methods, including those of `mfa`, returns
 * auth-js's error for a lost connection, so that a form shows it and can be sent again.
 */
function unreachableClient(cause: unknown): AuthClient {
  const known = cause instanceof UserFacingError ? cause : undefined
  const error = known ?? Object.assign(new TypeError('no session client', { cause }), { status: 0 })
  const fail = () => Promise.resolve({ data: { user: null, session: null }, error })
  // `await` reads `then`, which must not exist here.
  const anything: object = new Proxy(fail, { get: (_, name) => (name === 'then' ? undefined : anything) })
  return anything as AuthClient
}
