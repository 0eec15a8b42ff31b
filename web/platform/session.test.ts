import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { openTab, storedSession, tokenOf } from '#web/testing/tab.ts'

const confirm = vi.fn()

beforeEach(() => {
  vi.resetModules()
  vi.doUnmock('@supabase/auth-js')
  vi.unstubAllGlobals()
  confirm.mockReset()
})

const fragment = (sub: string) =>
  `#access_token=${tokenOf(sub)}&refresh_token=r&expires_in=3600&token_type=bearer&type=signup`

test.each([
  ['on a page that mails open, without a session', '/', undefined, false, 'ana'],
  ['on a page that mails open, but written by an attacker', '/', undefined, false, undefined],
  ['written by an attacker, with another account signed in', '/', 'luis', true, 'luis'],
  ['on any other page', '/search', undefined, false, undefined],
  ['on any other page, with another account signed in', '/search', 'luis', false, 'luis'],
  ['with another account signed in, whose user wants to stay', '/', 'luis', false, 'luis'],
  ['with another account signed in, whose user agrees', '/', 'luis', true, 'ana'],
] as const)('a session in the address, %s', async (what, path, open, agrees, expected) => {
  const isMailed = !what.includes('by an attacker')
  openTab(`${path}${fragment('ana')}`, { confirm, ...(isMailed && { cookie: 'senda_visitor=x; senda_link=of-ana' }) })
  if (open) localStorage.setItem('senda.session', storedSession(open))
  confirm.mockReturnValue(agrees)
  const { currentSession } = await import('./session.ts')
  expect((await currentSession()).user?.id).toBe(expected)
  expect(confirm).toHaveBeenCalledTimes(path === '/' && open && isMailed ? 1 : 0)
  expect(location.hash).toBe('')
})

test('a session client that failed to load is loaded again by the next call', async () => {
  openTab('/')
  localStorage.setItem('senda.session', storedSession('ana'))
  let attempts = 0
  vi.doMock('@supabase/auth-js', async (original) => {
    attempts += 1
    if (attempts === 1) throw new Error('Failed to fetch dynamically imported module')
    return original()
  })
  const { currentSession } = await import('./session.ts')
  await expect(currentSession()).rejects.toThrow()
  expect((await currentSession()).user?.id).toBe('ana')
})

test('a change of the user’s data is known on every page at once', async () => {
  openTab('/')
  localStorage.setItem('senda.session', storedSession('ana'))
  const { client, currentSession } = await import('./session.ts')
  expect((await currentSession()).user?.email).toBe('ana@correo.uy')
  vi.stubGlobal('fetch', async () => Response.json({ id: 'ana', email: 'nueva@correo.uy' }))
  await (await client()).updateUser({ email: 'nueva@correo.uy' })
  expect((await currentSession()).user?.email).toBe('nueva@correo.uy')
})

test('the session client looks every 30 s whether a session ends within the next looks, and repeats a lost refresh from 200 ms on', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  openTab('/')
  // It ends in 130 seconds. With 90 or less it has been refreshed: the client does so from 120 on.
  localStorage.setItem('senda.session', storedSession('ana', Date.now() - 3_600_000 + 130_000))
  const refreshes: number[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('grant_type=refresh_token')) return Response.json({})
    refreshes.push(Date.now())
    throw new TypeError('Failed to fetch')
  })
  const { client } = await import('./session.ts')
  await (await client()).startAutoRefresh()
  await vi.advanceTimersByTimeAsync(0)
  expect(refreshes).toEqual([])
  await vi.advanceTimersByTimeAsync(29_000)
  expect(refreshes).toEqual([])
  await vi.advanceTimersByTimeAsync(30_000)
  const waits = refreshes.slice(1).map((at, index) => at - (refreshes[index] ?? 0))
  expect(waits.slice(0, 4)).toEqual([200, 400, 800, 1600])
  expect((refreshes.at(-1) ?? 0) - (refreshes[0] ?? 0)).toBeLessThan(30_000)
  await (await client()).stopAutoRefresh()
})

test('signing out deletes the drafts of both storages, and nothing else', async () => {
  openTab('/')
  localStorage.setItem('senda.session', storedSession('ana'))
  const { client, currentSession } = await import('./session.ts')
  await currentSession()
  for (const storage of [localStorage, sessionStorage]) {
    storage.setItem('senda.draft.register', '{}')
    storage.setItem('senda.other', '1')
  }
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  await (await client()).signOut({ scope: 'local' })
  for (const storage of [localStorage, sessionStorage]) {
    expect([storage.getItem('senda.draft.register'), storage.getItem('senda.other')]).toEqual([null, '1'])
  }
})

test('a form that is sent while the session client cannot load gets a lost connection, and can be sent again', async () => {
  openTab('/login')
  let attempts = 0
  vi.doMock('@supabase/auth-js', async (original) => {
    attempts += 1
    if (attempts === 1) throw new Error('Failed to fetch dynamically imported module')
    return original()
  })
  vi.stubGlobal('fetch', async () => Response.json({ msg: 'Invalid login credentials' }, { status: 400 }))
  const { signInWithPassword } = await import('./sign-in.ts')
  const typed = { email: 'ana@example.com', password: 'camino', captchaToken: undefined }
  expect(await signInWithPassword(typed)).toMatchObject({ data: { session: null }, error: { status: 0 } })
  expect(await signInWithPassword(typed)).toMatchObject({ error: { status: 400 } })
})

test.each([
  ['an hour fast', 3600],
  ['an hour slow', -3600],
])(
  'with a clock that is %s, a session is used until its end by the server’s time, and refreshed once',
  async (_, ahead) => {
    const now = Date.now()
    openTab('/')
    localStorage.setItem('senda.session', storedSession('ana'))
    vi.useFakeTimers({ toFake: ['Date'], now: now + ahead * 1000 })
    onTestFinished(() => void vi.useRealTimers())
    let refreshes = 0
    vi.stubGlobal('fetch', async (url: string) => {
      const headers = { date: new Date(now).toUTCString() }
      if (!url.includes('grant_type=refresh_token')) return Response.json({}, { headers })
      refreshes += 1
      return new Response(storedSession('ana', now), { headers: { ...headers, 'content-type': 'application/json' } })
    })
    const { accessToken, currentSession } = await import('./session.ts')
    const { readServerTime } = await import('./server-time.ts')
    readServerTime(new Headers({ date: new Date(now).toUTCString() }), performance.now())
    expect((await currentSession()).user?.id).toBe('ana')
    for (let time = 0; time < 5; time += 1) expect(await accessToken()).toBeDefined()
    expect(refreshes).toBe(0)
    // Its last minute, by the server's time.
    readServerTime(new Headers({ date: new Date(now + 3_570_000).toUTCString() }), performance.now())
    await accessToken()
    expect(refreshes).toBe(1)
  },
)

test('a browser that denies storage keeps the session of a sign-in for as long as the page is open', async () => {
  openTab('/login')
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', new Proxy({}, { get: denied, ownKeys: denied }))
  vi.stubGlobal('sessionStorage', new Proxy({}, { get: denied, ownKeys: denied }))
  vi.stubGlobal(
    'fetch',
    async () => new Response(storedSession('ana'), { headers: { 'content-type': 'application/json' } }),
  )
  const { signInWithPassword } = await import('./sign-in.ts')
  const { accessToken, currentSession, signOut } = await import('./session.ts')
  const { error } = await signInWithPassword({ email: 'ana@correo.uy', password: 'camino', captchaToken: undefined })
  expect(error).toBeNull()
  expect(await accessToken()).toBe(tokenOf('ana'))
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  await signOut()
  expect((await currentSession()).status).toBe('signedOut')
})

/** The browser stores only texts of this length: `0` as in a full storage, more as in one that has little room left. */
function fillStorage(room: number): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const store = globalThis[name].setItem
    globalThis[name].setItem = (key, value) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      store(key, value)
    }
  }
}

test.each([0, 100])('a browser whose storage has room for %i characters signs a user in and out', async (room) => {
  openTab('/login')
  fillStorage(room)
  vi.stubGlobal(
    'fetch',
    async () => new Response(storedSession('ana'), { headers: { 'content-type': 'application/json' } }),
  )
  const { signInWithPassword } = await import('./sign-in.ts')
  const { accessToken, currentSession, signOut } = await import('./session.ts')
  const { error } = await signInWithPassword({ email: 'ana@correo.uy', password: 'camino', captchaToken: undefined })
  expect(error).toBeNull()
  expect((await currentSession()).user?.id).toBe('ana')
  expect(await accessToken()).toBe(tokenOf('ana'))
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  await signOut()
  expect((await currentSession()).status).toBe('signedOut')
  expect(await accessToken()).toBeUndefined()
})

test('a session that was stored before the storage was full opens, and its end leaves nothing stored', async () => {
  openTab('/')
  localStorage.setItem('senda.session', storedSession('ana'))
  fillStorage(0)
  const { accessToken, currentSession, refreshSession, signOut } = await import('./session.ts')
  expect((await currentSession()).user?.id).toBe('ana')
  // A token that was renewed replaces the stored one, which the server would take for a stolen one.
  const later = Date.now() + 60_000
  vi.stubGlobal(
    'fetch',
    async () => new Response(storedSession('ana', later), { headers: { 'content-type': 'application/json' } }),
  )
  await refreshSession()
  expect(await accessToken()).toBe(tokenOf('ana', later))
  expect(localStorage.getItem('senda.session')).toBeNull()
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  await signOut()
  expect(await accessToken()).toBeUndefined()
})

test('a mailed link whose session cannot be opened without a connection stays in the address, and opens it later', async () => {
  const link = `/reset-password${fragment('ana').replace('signup', 'recovery')}`
  openTab(link, { cookie: 'senda_link=of-ana' })
  const online = fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { currentSession } = await import('./session.ts')
  await expect(currentSession()).rejects.toThrow('the link could not be opened')
  expect(location.hash).toContain('type=recovery')
  expect(document.cookie).toContain('senda_link=of-ana')

  vi.stubGlobal('fetch', online)
  expect((await currentSession()).user?.id).toBe('ana')
  await vi.waitFor(async () => expect(await currentSession()).toMatchObject({ recovering: true }))
  expect(location.hash).toBe('')
})

/** A page that has shown this user's data, with what a browser does to return it from its memory. */
async function openPageOf(user: string) {
  openTab('/dashboard')
  localStorage.setItem('senda.session', storedSession(user))
  const reload = vi.fn()
  const root = { hidden: false }
  const listeners: ((event: { persisted: boolean }) => void)[] = []
  Object.assign(location, { reload })
  Object.assign(document, { documentElement: root })
  vi.stubGlobal('addEventListener', (type: string, listener: (typeof listeners)[number]) => {
    if (type === 'pageshow') listeners.push(listener)
  })
  const { currentSession } = await import('./session.ts')
  expect((await currentSession()).user?.id).toBe(user)
  const show = (persisted: boolean) => {
    for (const listener of listeners) listener({ persisted })
    return { isHidden: root.hidden, reloads: reload.mock.calls.length }
  }
  return { show }
}

test.each([
  ['the user signed out', undefined],
  ['another user signed in', 'luis'],
])('a page that the browser returns from its memory after %s is hidden at once and loaded again', async (_, next) => {
  const { show } = await openPageOf('ana')
  sessionStorage.setItem('senda.draft.new-version', '{}')
  if (next) localStorage.setItem('senda.session', storedSession(next))
  else localStorage.removeItem('senda.session')
  expect(show(true)).toEqual({ isHidden: true, reloads: 1 })
  expect(sessionStorage.getItem('senda.draft.new-version')).toBeNull()
})

test('a page that the browser returns from its memory stays as it was for the same user', async () => {
  const { show } = await openPageOf('ana')
  // The token was renewed on the page in between.
  localStorage.setItem('senda.session', storedSession('ana', Date.now() + 60_000))
  expect(show(true)).toEqual({ isHidden: false, reloads: 0 })
})

test('a page that has just loaded is not loaded again, whatever its browser stores', async () => {
  const { show } = await openPageOf('ana')
  localStorage.removeItem('senda.session')
  expect(show(false)).toEqual({ isHidden: false, reloads: 0 })
})

test('a page of a visitor that returns after a sign-in in between is loaded again', async () => {
  const { show } = await openPageOf('ana')
  const { client } = await import('./session.ts')
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  await (await client()).signOut({ scope: 'local' })
  expect(show(true)).toEqual({ isHidden: false, reloads: 0 })
  localStorage.setItem('senda.session', storedSession('luis'))
  expect(show(true)).toEqual({ isHidden: true, reloads: 1 })
})

test('a page that returns in a browser that denies storage keeps the session of its own memory', async () => {
  openTab('/login')
  const reload = vi.fn()
  const listeners: ((event: { persisted: boolean }) => void)[] = []
  Object.assign(location, { reload })
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', new Proxy({}, { get: denied, ownKeys: denied }))
  vi.stubGlobal('addEventListener', (type: string, listener: (typeof listeners)[number]) => {
    if (type === 'pageshow') listeners.push(listener)
  })
  vi.stubGlobal(
    'fetch',
    async () => new Response(storedSession('ana'), { headers: { 'content-type': 'application/json' } }),
  )
  const { signInWithPassword } = await import('./sign-in.ts')
  await signInWithPassword({ email: 'ana@correo.uy', password: 'camino', captchaToken: undefined })
  for (const listener of listeners) listener({ persisted: true })
  expect([listeners.length, reload.mock.calls.length]).toEqual([1, 0])
})

test('the next page that this browser loads knows why the session ended, for an hour', async () => {
  openTab('/dashboard')
  localStorage.setItem('senda.session', storedSession('ana'))
  const { currentSession, discardSession } = await import('./session.ts')
  await currentSession()
  vi.stubGlobal('fetch', async () =>
    Response.json({ error_code: 'user_banned', msg: 'User is banned' }, { status: 403 }),
  )
  await discardSession()
  vi.resetModules()
  const opened = await import('./session.ts')
  expect((await opened.currentSession()).status).toBe('signedOut')
  const { lastSessionEnd } = await import('./session-end.ts')
  expect(lastSessionEnd()).toEqual({ blocked: 'User is banned' })
  vi.setSystemTime(Date.now() + 3_600_000)
  onTestFinished(() => void vi.useRealTimers())
  expect(lastSessionEnd()).toBeUndefined()
})

test('a session that can no longer be refreshed has ended by the server, until its user signs out or in', async () => {
  openTab('/dashboard')
  localStorage.setItem('senda.session', storedSession('ana', Date.now() - 3_600_000))
  const refused = { error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token: Refresh Token Not Found' }
  vi.stubGlobal('fetch', async () => Response.json(refused, { status: 400 }))
  const { currentSession, signOut } = await import('./session.ts')
  expect((await currentSession()).status).toBe('signedOut')
  const { lastSessionEnd } = await import('./session-end.ts')
  expect(lastSessionEnd()).toEqual({ blocked: undefined })
  await signOut()
  expect(lastSessionEnd()).toBeUndefined()
})
