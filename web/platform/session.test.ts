import { beforeEach, expect, test, vi } from 'vitest'

function storage() {
  const items = new Map<string, string>()
  // Like the browser's: its own keys are those of the items.
  return new Proxy(
    {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    },
    {
      ownKeys: () => [...items.keys()],
      getOwnPropertyDescriptor: (_, key) =>
        items.has(String(key)) ? { enumerable: true, configurable: true } : undefined,
    },
  )
}

function tokenOf(sub: string): string {
  const claims = { sub, email: `${sub}@correo.uy`, exp: Math.floor(Date.now() / 1000) + 3600 }
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.firma`
}
function stored(sub: string): string {
  const expires_at = Math.floor(Date.now() / 1000) + 3600
  const user = { id: sub, email: `${sub}@correo.uy` }
  return JSON.stringify({
    access_token: tokenOf(sub),
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    user,
  })
}

const confirm = vi.fn()

/** A tab that opens this page. The session client is the real one; only the network answers as told. */
function openTab(path: string): void {
  const page = new URL(path, 'http://senda.test')
  const replaceState = (_state: unknown, _title: string, to: string) => {
    page.href = new URL(to, page).href
  }
  const tab = {
    location: page,
    history: { state: null, replaceState },
    confirm,
    document: { visibilityState: 'hidden' },
  }
  for (const [name, value] of Object.entries(tab)) vi.stubGlobal(name, value)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('fetch', async (_url: string, init: { headers: Headers | Record<string, string> }) => {
    const token = new Headers(init.headers).get('authorization')?.slice(7) ?? ''
    const { sub, email } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return Response.json({ id: sub, email })
  })
}

beforeEach(() => {
  vi.resetModules()
  vi.doUnmock('@supabase/auth-js')
  vi.unstubAllGlobals()
  confirm.mockReset()
})

const fragment = (sub: string) =>
  `#access_token=${tokenOf(sub)}&refresh_token=r&expires_in=3600&token_type=bearer&type=signup`

test.each([
  ['where mails lead, with nobody signed in', '/', undefined, false, 'ana'],
  ['on any other page', '/search', undefined, false, undefined],
  ['on any other page, with somebody signed in', '/search', 'luis', false, 'luis'],
  ['with somebody else signed in who wants to stay', '/', 'luis', false, 'luis'],
  ['with somebody else signed in who agrees', '/', 'luis', true, 'ana'],
] as const)('a session in the address, %s', async (_, path, open, agrees, expected) => {
  openTab(`${path}${fragment('ana')}`)
  if (open) localStorage.setItem('senda.session', stored(open))
  confirm.mockReturnValue(agrees)
  const { currentSession } = await import('./session.ts')
  expect((await currentSession()).user?.id).toBe(expected)
  expect(confirm).toHaveBeenCalledTimes(path === '/' && open ? 1 : 0)
  expect(location.hash).toBe('')
})

test('a session client that failed to load is loaded again by the next who asks', async () => {
  openTab('/')
  localStorage.setItem('senda.session', stored('ana'))
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

test('leaving clears the drafts of both storages, and nothing else', async () => {
  openTab('/')
  localStorage.setItem('senda.session', stored('ana'))
  const { client, currentSession } = await import('./session.ts')
  await currentSession()
  for (const kept of [localStorage, sessionStorage]) {
    kept.setItem('senda.draft.register', '{}')
    kept.setItem('senda.other', '1')
  }
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  await (await client()).signOut({ scope: 'local' })
  for (const kept of [localStorage, sessionStorage]) {
    expect([kept.getItem('senda.draft.register'), kept.getItem('senda.other')]).toEqual([null, '1'])
  }
})
