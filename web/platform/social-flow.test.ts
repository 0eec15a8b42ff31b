import { createHash } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'

import { openTab, storedSession, tokenOf } from '#web/testing/tab.ts'

const google = { provider: 'google', retryText: 'Inténtalo de nuevo.' } as const
const exchange = vi.fn()

beforeEach(() => {
  vi.unstubAllGlobals()
  exchange.mockReset()
})

/** Starts a sign-in in a tab, and loads the page again at the URL to which the service redirects. @returns the page's own modules and the requests */
async function signInThroughProvider(input: {
  landing: string
  comeBack: (landing: URL) => void
  isOtherBrowser?: boolean
  cookie?: string
  /** Changes the storages of the tab before the start. */
  prepare?: () => void
}) {
  const assign = vi.fn<(href: string) => void>()
  openTab('/login', { assign })
  input.prepare?.()
  vi.resetModules()
  const before = await import('./sign-in.ts')
  await before.signInWithProvider({ ...google, landing: input.landing })
  const query = new URL(assign.mock.calls[0]?.[0] ?? '').searchParams
  const back = new URL(query.get('redirect_to') ?? '')
  input.comeBack(back)

  const storages = { localStorage, sessionStorage }
  openTab(back.pathname + back.search + back.hash, input.cookie === undefined ? {} : { cookie: input.cookie })
  if (!input.isOtherBrowser) for (const [name, storage] of Object.entries(storages)) vi.stubGlobal(name, storage)
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    exchange(url, JSON.parse(init.body))
    return new Response(storedSession('ana'), { headers: { 'content-type': 'application/json' } })
  })
  vi.resetModules()
  return { session: await import('./session.ts'), query }
}

const withCode = (landing: URL) => landing.searchParams.set('code', 'c-1')
const withRefusal = (landing: URL) => {
  const values = { error: 'access_denied', error_code: 'user_banned', error_description: 'Tu cuenta está suspendida.' }
  for (const [name, value] of Object.entries(values)) landing.searchParams.set(name, value)
  landing.hash = new URLSearchParams(values).toString()
}

test('the returned code opens the session in the browser that started, and is removed from the URL', async () => {
  const { session, query } = await signInThroughProvider({ landing: '/book/7?at=9', comeBack: withCode })
  expect((await session.currentSession()).user?.id).toBe('ana')
  expect(session.takeSocialOutcome()).toEqual({ kind: 'arrived', landing: '/book/7?at=9', attempt: google })
  expect(session.takeSocialOutcome()).toBeUndefined()
  expect(location.pathname + location.search + location.hash).toBe('/book/7?at=9')

  const [[url, body] = []] = exchange.mock.calls
  expect(url).toBe('http://senda.test/auth/v1/token?grant_type=pkce')
  expect(body.auth_code).toBe('c-1')
  expect(createHash('sha256').update(body.code_verifier).digest('base64url')).toBe(query.get('code_challenge'))
  expect(query.get('code_challenge_method')).toBe('s256')
  // The code is spent: the same address has no effect a second time.
  expect(JSON.stringify({ ...localStorage })).not.toContain('verifier')
})

test('the same address in another browser has no effect, and sends no request', async () => {
  const { session } = await signInThroughProvider({
    landing: '/patient-welcome',
    comeBack: withCode,
    isOtherBrowser: true,
  })
  expect((await session.currentSession()).status).toBe('signedOut')
  expect(session.takeSocialOutcome()).toBeUndefined()
  expect(exchange).not.toHaveBeenCalled()
  expect(location.search).toBe('')
})

test("a code with another browser's flow id is not exchanged with this browser's verifier", async () => {
  const { session } = await signInThroughProvider({
    landing: '/patient-welcome',
    comeBack(landing) {
      withCode(landing)
      landing.searchParams.set('sb_flow_id', 'f'.repeat(32))
    },
  })
  expect((await session.currentSession()).status).toBe('signedOut')
  expect(exchange).not.toHaveBeenCalled()
})

test("a refusal is reported with the server's sentence in the browser that started, and in no other", async () => {
  const sameBrowser = await signInThroughProvider({ landing: '/patient-welcome', comeBack: withRefusal })
  expect((await sameBrowser.session.currentSession()).status).toBe('signedOut')
  const failed = { kind: 'failed', errorCode: 'user_banned', landing: '/patient-welcome' }
  expect(sameBrowser.session.takeSocialOutcome()).toMatchObject({ ...failed, message: 'Tu cuenta está suspendida.' })

  const otherBrowser = await signInThroughProvider({
    landing: '/patient-welcome',
    comeBack: withRefusal,
    isOtherBrowser: true,
  })
  await otherBrowser.session.currentSession()
  expect(otherBrowser.session.takeSocialOutcome()).toBeUndefined()
  expect(location.href).toBe('http://senda.test/patient-welcome')
})

test('an unknown return is reported where the service has just redirected, and nowhere else', async () => {
  const lost = (landing: URL) => {
    landing.searchParams.delete('sb_flow_id')
    for (const [name, value] of Object.entries({ error: 'access_denied', error_code: 'bad_oauth_state' })) {
      landing.searchParams.set(name, value)
    }
  }
  const failure = { kind: 'failed', errorCode: 'bad_oauth_state', message: undefined }
  const cookie = 'senda_link=bad_oauth_state'
  const sameBrowser = await signInThroughProvider({ landing: '/', comeBack: lost, cookie })
  await sameBrowser.session.currentSession()
  expect(sameBrowser.session.takeSocialOutcome()).toMatchObject({ ...failure, attempt: google })

  const otherBrowser = await signInThroughProvider({ landing: '/', comeBack: lost, cookie, isOtherBrowser: true })
  await otherBrowser.session.currentSession()
  expect(otherBrowser.session.takeSocialOutcome()).toMatchObject({ ...failure, attempt: undefined })

  const madeUp = await signInThroughProvider({ landing: '/', comeBack: lost })
  await madeUp.session.currentSession()
  expect(madeUp.session.takeSocialOutcome()).toBeUndefined()
  expect(location.search).toBe('')
})

test('an error in a URL that the service did not write is ignored, even in a tab that has started', async () => {
  const { session } = await signInThroughProvider({
    landing: '/login',
    comeBack(landing) {
      withRefusal(landing)
      landing.searchParams.delete('sb_flow_id')
    },
  })
  await session.currentSession()
  expect(session.takeSocialOutcome()).toBeUndefined()
  expect(location.href).toBe('http://senda.test/login')
})

test('a return without a code to a signed-in user reports that the identity was connected', async () => {
  const { session } = await signInThroughProvider({ landing: '/account', comeBack: () => undefined })
  localStorage.setItem('senda.session', storedSession('ana'))
  expect((await session.currentSession()).user?.id).toBe('ana')
  expect(session.takeSocialOutcome()).toMatchObject({ kind: 'linked', attempt: google, landing: '/account' })
})

test('without a connection a start stores nothing', async () => {
  openTab('/login')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  vi.resetModules()
  const { signInWithProvider } = await import('./sign-in.ts')
  await expect(signInWithProvider({ ...google, landing: '/' })).rejects.toThrow()
  expect(Object.keys({ ...localStorage, ...sessionStorage })).toEqual([])
})

test('a browser that reports no network although there is one still goes to the provider', async () => {
  const assign = vi.fn()
  openTab('/login', { assign })
  vi.stubGlobal('navigator', { onLine: false })
  vi.resetModules()
  const { signInWithProvider } = await import('./sign-in.ts')
  await signInWithProvider({ ...google, landing: '/' })
  expect(assign).toHaveBeenCalledOnce()
})

test('a tab whose storage is full still goes to the provider', async () => {
  const assign = vi.fn()
  openTab('/login', { assign })
  sessionStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.resetModules()
  const { signInWithProvider } = await import('./sign-in.ts')
  await signInWithProvider({ ...google, landing: '/' })
  expect(assign).toHaveBeenCalledOnce()
})

function refuse() {
  throw new DOMException('full', 'QuotaExceededError')
}

test('a browser whose storage is full or forbidden signs in with what this tab stores, and keeps nothing of the code', async () => {
  const { session } = await signInThroughProvider({
    landing: '/book/7?at=9',
    comeBack: withCode,
    prepare: () => void Object.assign(localStorage, { setItem: refuse }),
  })
  expect((await session.currentSession()).user?.id).toBe('ana')
  expect(session.takeSocialOutcome()).toMatchObject({ kind: 'arrived', landing: '/book/7?at=9' })
  expect(exchange).toHaveBeenCalledOnce()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('verifier')
})

test('where neither storage accepts anything, the browser stays and the error says why', async () => {
  const assign = vi.fn()
  openTab('/login', { assign })
  for (const storage of [localStorage, sessionStorage]) storage.setItem = refuse
  vi.resetModules()
  const { signInWithProvider } = await import('./sign-in.ts')
  const { storageRefused } = await import('./session-storage.ts')
  await expect(signInWithProvider({ ...google, landing: '/' })).rejects.toThrow(storageRefused)
  expect(assign).not.toHaveBeenCalled()
})

test('a browser whose storage is full connects an identity to its session, and is still signed in after the return', async () => {
  const assign = vi.fn<(href: string) => void>()
  openTab('/account', { assign })
  Object.assign(localStorage, { setItem: refuse })
  const network = fetch
  const starts: { query: URLSearchParams; authorization: string | null }[] = []
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string> }) => {
    if (!url.includes('/identities/authorize')) return network(url, init)
    starts.push({ query: new URL(url).searchParams, authorization: new Headers(init.headers).get('authorization') })
    return Response.json({ url: 'https://accounts.google.example/' })
  })
  vi.resetModules()
  const { linkSocial, setSession } = await import('./sign-in.ts')
  const token = tokenOf('ana')
  await setSession({ access_token: token, refresh_token: 'r' })
  await linkSocial({ provider: 'google', landing: '/account?seccion=seguridad' })
  expect(starts).toMatchObject([{ authorization: `Bearer ${token}` }])
  expect(assign).toHaveBeenCalledExactlyOnceWith('https://accounts.google.example/')

  const storages = { localStorage, sessionStorage }
  const back = new URL(starts[0]?.query.get('redirect_to') ?? '')
  openTab(back.pathname + back.search)
  for (const [name, storage] of Object.entries(storages)) vi.stubGlobal(name, storage)
  vi.resetModules()
  const session = await import('./session.ts')
  expect((await session.currentSession()).user?.id).toBe('ana')
  expect(session.takeSocialOutcome()).toMatchObject({ kind: 'linked', landing: '/account?seccion=seguridad' })
})
