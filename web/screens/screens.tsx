import { RouterProvider } from '@tanstack/react-router'
import { configure } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { parse } from 'hono/utils/cookie'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'

import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { findUser } from '#server/features/auth/repository/users.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { issueTokens } from '#server/features/auth/sessions/session-response.ts'
import { createSession } from '#server/features/auth/sessions/sessions.ts'
import { type App, createApp } from '#server/http/app.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { afterPageHydrated, PageHydrated } from '#web/platform/page-hydrated.tsx'
import { hasStoredSession, setSession, signOut } from '#web/platform/session.ts'
import { getRouter } from '#web/router.tsx'

/** The longest wait for a screen. */
configure({ asyncUtilTimeout: 5000 })

/**
 * The whole application in one process, for the tests of one file: the browser's routes, queries and session client,
 * and the server on its own PostgreSQL database. Requests pass between them without a network. Both sides see the time
 * of the platform's clock, Friday 20 November 2026, nine in the morning in Montevideo.
 */
export async function startScreens() {
  const platform = await testPlatform()
  const app = await createApp({
    platform,
    dev: false,
    authenticate: (bearer) => authenticate(platform, bearer),
    authService: createAuthService(platform),
    loadPages: () => Promise.reject(new Error('a screen test renders in the browser only')),
  })
  return {
    platform,
    /** Opens a page in a new browser until the test ends, `as` a signed-in user or as a visitor. Returns their mouse and keyboard. */
    open: (path: string, { as }: { as?: string } = {}) => openPage({ platform, app, path, as }),
  }
}

type Page = { platform: TestPlatform; app: App; path: string; as: string | undefined }

async function openPage({ platform, app, path, as }: Page) {
  vi.setSystemTime(platform.clock.now())
  vi.stubGlobal('fetch', createNetwork(app))
  onTestFinished(clearBrowser)
  happyWindow.happyDOM.setURL(platform.settings.publicUrl + path)
  if (as !== undefined) await setSession(await signIn(platform, as))
  await hydrate()
  const root = createRoot(document)
  root.render(<RouterProvider router={getRouter()} />)
  onTestFinished(() => root.unmount())
  return userEvent.setup({ delay: null })
}

/** A new session of the account, which needs no password. */
async function signIn(platform: TestPlatform, userId: string) {
  const user = await findUser(platform.db, { id: userId })
  if (!user) throw new Error('no such account')
  const device = { userAgent: null, address: null }
  const now = platform.clock.now()
  const session = await platform.db
    .transaction()
    .execute((tx) => createSession(tx, { userId, method: 'password', device, now }))
  return issueTokens({ platform, user, session })
}

/** A `fetch` that calls the application, with the headers and cookies that a browser sends. */
function createNetwork(app: App): typeof fetch {
  let cookies: Record<string, string> = {}
  return async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), location.href), init)
    request.headers.set('host', location.host)
    request.headers.set('sec-fetch-site', 'same-origin')
    const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
    if (cookie.length > 0) request.headers.set('cookie', cookie.join('; '))
    const response = await app.fetch(request)
    for (const line of response.headers.getSetCookie()) cookies = { ...cookies, ...parse(line.split(';')[0] ?? '') }
    request.signal.throwIfAborted()
    return response
  }
}

/** The router waits until the server's HTML is hydrated. Here there is none: an empty page stands for it. */
async function hydrate(): Promise<void> {
  const root = createRoot(document.createElement('div'))
  root.render(<PageHydrated>{null}</PageHydrated>)
  await afterPageHydrated(() => Promise.resolve())
  root.unmount()
}

async function clearBrowser(): Promise<void> {
  if (hasStoredSession()) await signOut('local')
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
}
