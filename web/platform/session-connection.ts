import type { AuthChangeEvent, AuthClient as AuthClientClass, Session } from '@supabase/auth-js'

import { readServerTime } from './server-time.ts'
import { noteSessionEnd } from './session-end.ts'
import { acceptsSessionOf, giveBackLink, readClaims } from './session-link.ts'
import { createSessionStorage } from './session-storage.ts'
import type { SocialCallback, SocialOutcome } from './social-flow.ts'
import { readSocialReturn } from './social-return.ts'

type Client = InstanceType<typeof AuthClientClass>

type Connection = {
  AuthClient: typeof AuthClientClass
  storageKey: string
  /** `lacksCode`: the account has a second factor that the session has not proven. */
  onChange: (event: AuthChangeEvent, session: Session | null, lacksCode: boolean) => void
  onOutcome: (outcome: SocialOutcome) => void
  shownUserId: () => string | undefined
  /** The page shows data of a user who is no longer the one of this browser, and is about to be loaded again. */
  onStranger: () => void
}

/** Opens the stored session, or the one that the page's address carries. Only `session.ts` calls it. */
export async function connectSession(connection: Connection): Promise<Client> {
  const { AuthClient, storageKey, onChange, onOutcome } = connection
  const storage = createSessionStorage(storageKey)
  const storedUserId = () => userIdIn(storage.getItem(storageKey))
  // Must read the address before auth-js does.
  const callback = readSocialReturn(location) && (await import('./social-flow.ts')).takeSocialCallback(storageKey)
  const created = new AuthClient({
    url: `${location.origin}/auth/v1`,
    storageKey,
    storage,
    fetch: fetchWithTime,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: (_url, params) => acceptsSessionOf({ params, openUserId: storedUserId() }),
    flowType: 'implicit',
  })
  const { error } = await created.initialize()
  if (error?.name === 'AuthRetryableFetchError' && giveBackLink()) {
    await created.stopAutoRefresh()
    throw new TypeError('the link could not be opened', { cause: error })
  }
  // The first event tells whether there is a session, so callers that await the client know it, too.
  await new Promise<void>((resolve) => {
    created.onAuthStateChange((event, session) => {
      // With a code still to be exchanged, the session is not known yet.
      if (session !== null || callback?.kind !== 'code')
        onChange(event, session, session !== null && lacksCode(session))
      resolve()
    })
  })
  leaveReturnedPage({ ...connection, storedUserId })
  if (callback) onOutcome(await outcomeOf({ client: created, callback }))
  return created
}

const fetchWithTime: typeof fetch = async (input, init) => {
  const sentAtMs = performance.now()
  const response = await fetch(input, init)
  readServerTime(response.headers, sentAtMs)
  // The client then drops the session by itself.
  const url = typeof input === 'string' ? input : 'url' in input ? input.url : input.href
  if (response.status === 400 && url.includes('grant_type=refresh_token')) noteSessionEnd({ blocked: undefined })
  return response
}

function lacksCode({ user, access_token }: Session): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') === true
  return hasFactor && readClaims(access_token)?.assurance !== 'aal2'
}

/** The outcome of a return from another provider. A code is exchanged first, before callers of `connectSession` continue. */
async function outcomeOf({ client, callback }: { client: Client; callback: SocialCallback }): Promise<SocialOutcome> {
  const { attempt, landing } = callback
  if (callback.kind === 'linked') return callback
  if (callback.kind === 'failure') return { ...callback, kind: 'failed' }
  const { error } = await client.exchangeCodeForSession(callback.code, { flowId: callback.flowId })
  return error
    ? { kind: 'failed', errorCode: error.code ?? '', message: error.message, attempt, landing }
    : { kind: 'arrived', attempt, landing }
}

type Users = Pick<Connection, 'shownUserId' | 'onStranger'> & { storedUserId: () => string | undefined }

/**
 * The browser returns a page from its memory as it was, also after its user signed out on another page: it is hidden before it is painted,
 * and loaded again. Only pages with a session client show private data, so only they watch.
 */
function leaveReturnedPage({ shownUserId, storedUserId, onStranger }: Users): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || shownUserId() === storedUserId()) return
    document.documentElement.hidden = true
    onStranger()
    location.reload()
  })
}

function userIdIn(stored: string | null): string | undefined {
  try {
    return (JSON.parse(stored ?? 'null') as Partial<Session> | null)?.user?.id
  } catch {
    return undefined
  }
}
