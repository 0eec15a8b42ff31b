import { vi } from 'vitest'

function storage() {
  const items = new Map<string, string>()
  // Like the browser's storage: its own keys are the item keys.
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

/** Of an hour from `now` on, by the server's clock. */
export function tokenOf(sub: string, now = Date.now()): string {
  const claims = { sub, email: `${sub}@correo.uy`, session_id: `of-${sub}`, exp: Math.floor(now / 1000) + 3600 }
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.firmados`
}
export function storedSession(sub: string, now = Date.now()): string {
  const expires_at = Math.floor(now / 1000) + 3600
  const user = { id: sub, email: `${sub}@correo.uy` }
  return JSON.stringify({
    access_token: tokenOf(sub, now),
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    user,
  })
}

/** A tab that opens this page. The session client is real; only the network is replaced. */
export function openTab(path: string, { confirm = vi.fn(), assign = vi.fn(), cookie = '' } = {}): void {
  const page = new URL(path, 'http://senda.test')
  const replaceState = (_state: unknown, _title: string, to: string) => {
    page.href = new URL(to, page).href
  }
  const tab = {
    // The parts of `location` that the session client uses.
    location: Object.assign(page, { assign }),
    history: { state: null, replaceState },
    confirm,
    document: { visibilityState: 'hidden', cookie },
  }
  for (const [name, value] of Object.entries(tab)) vi.stubGlobal(name, value)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('fetch', async (url: string, init: { headers: Headers | Record<string, string> }) => {
    if (url.endsWith('/healthz')) return Response.json({ status: 'ok' })
    const token = new Headers(init.headers).get('authorization')?.slice(7) ?? ''
    const { sub, email } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return Response.json({ id: sub, email })
  })
}
