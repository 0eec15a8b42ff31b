import { RouterProvider } from '@tanstack/react-router'
import { configure, screen, waitFor, within } from '@testing-library/dom'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { parse } from 'hono/utils/cookie'
import { createRoot, type Root } from 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'

import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { type App, createApp } from '#server/http/app.ts'
import { accountResets } from '#server/processes/reset-account.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { signIn } from '#server/testing/signed-in.ts'
import type { PageWords } from '#web/platform/operator-words.ts'
import { afterPageHydrated, isPageHydrated, PageHydrated } from '#web/platform/page-hydrated.tsx'
import { hasStoredSession, signOut } from '#web/platform/session.ts'
import { setSession } from '#web/platform/sign-in.ts'
import { getRouter } from '#web/router.tsx'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { fetchLive } from './live-network.ts'

configure({
  asyncUtilTimeout: 10_000,
  // The markup of a whole page is too long to find anything in.
  getElementError: (message) => {
    const [reason] = (message ?? '').split('\n')
    return new Error(`${reason}\nThe page says: ${document.body.textContent}`)
  },
})

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
    authService: createAuthService(platform, { resets: accountResets }),
    loadPages: () => Promise.reject(new Error('a screen test renders in the browser only')),
  })
  return {
    platform,
    /**
     * Opens a page in a new browser, `as` a signed-in user or as a visitor, and returns their mouse and keyboard. `words`: what
     * the operator has confirmed and entered; nothing by default.
     */
    open: (path: string, { as, words }: { as?: string; words?: Partial<PageWords> } = {}) =>
      openPage({ platform, app, path, as, words }),
  }
}

type Page = {
  platform: TestPlatform
  app: App
  path: string
  as: string | undefined
  words: Partial<PageWords> | undefined
}

/** The page that is open. A test may open several, one after the other, in the same browser. */
let page: Root | undefined
let router: ReturnType<typeof getRouter> | undefined

/** What the open page has read of the server. */
export function readsOfPage() {
  if (!router) throw new Error('no page is open')
  return router.options.context.queryClient.getQueryCache()
}

async function openPage({ platform, app, path, as, words }: Page) {
  if (page) closePage()
  else startBrowser({ platform, app })
  happyWindow.happyDOM.setURL(platform.settings.publicUrl + path)
  if (as !== undefined) await setSession((await signIn(platform, as)).tokens)
  if (!isPageHydrated()) await hydrate()
  // Where the server's HTML has them.
  if (words) document.documentElement.dataset.operator = JSON.stringify(words)
  page = createRoot(document)
  router = getRouter()
  page.render(<RouterProvider router={router} />)
  return userEvent.setup({ delay: null })
}

function closePage(): void {
  page?.unmount()
  page = undefined
  for (const { id } of toastStore.getSnapshot()) dismissToast(id)
}

/** React's warning about elements that the simulated browser doesn't know, such as `search`. */
const unknownTag = 'The tag <%s> is unrecognized in this browser.'

/** A browser without a session or a cookie, until the test ends. */
function startBrowser({ platform, app }: Pick<Page, 'platform' | 'app'>): void {
  const consoleErrors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.setSystemTime(platform.clock.now())
  vi.stubGlobal('fetch', createNetwork(app))
  onTestFinished(async () => {
    closePage()
    if (hasStoredSession()) await signOut('local')
    localStorage.clear()
    sessionStorage.clear()
    vi.unstubAllGlobals()
    vi.useRealTimers()
    // React reports on the console what a page renders wrongly.
    const calls = consoleErrors.mock.calls.filter(([text]) => !String(text).startsWith(unknownTag))
    consoleErrors.mockRestore()
    expect(calls).toEqual([])
  })
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
    const isLive = new URL(request.url).pathname === '/api/v1/live'
    const response = await (isLive ? fetchLive(app, request) : app.fetch(request))
    for (const line of response.headers.getSetCookie()) cookies = { ...cookies, ...parse(line.split(';')[0] ?? '') }
    request.signal.throwIfAborted()
    return response
  }
}

/** The router waits until the server's HTML is hydrated; here there is none, so an empty page is rendered instead. */
async function hydrate(): Promise<void> {
  // In the document itself: React listens to a document's events only if its first root is the document.
  const root = createRoot(document)
  root.render(
    <html lang="es">
      <body>
        <PageHydrated>{null}</PageHydrated>
      </body>
    </html>,
  )
  await afterPageHydrated(() => Promise.resolve())
  root.unmount()
}

/** Presses the button once it is there and enabled: pressing a disabled one would do nothing, without an error. */
export async function press(user: UserEvent, name: string | RegExp, place: HTMLElement = document.body): Promise<void> {
  const button = await within(place).findByRole('button', { name })
  await waitFor(() => expect(button.matches(':disabled, [aria-disabled=true]')).toBe(false))
  await user.click(button)
}

/** Opens the menu «Más» of an appointment, and chooses there. `name`: the button's, where the page has several. */
export async function chooseMore(user: UserEvent, item: string, place?: HTMLElement, name = /^Más: /): Promise<void> {
  await press(user, name, place)
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

/** Follows the page to the addresses of files, as the browser does: without the session's token, and without leaving the page. */
export function watchDownloads() {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  onTestFinished(() => assign.mockRestore())
  return {
    /** The file that the page has sent the browser to. */
    async next(): Promise<{ disposition: string | null; text: string }> {
      await waitFor(() => expect(assign).toHaveBeenCalledOnce())
      const response = await fetch(String(assign.mock.calls[0]?.[0]))
      assign.mockClear()
      return { disposition: response.headers.get('content-disposition'), text: await response.text() }
    },
    count: () => assign.mock.calls.length,
  }
}

/** Replaces what is typed in the field of this label. */
export async function fill(user: UserEvent, label: string | RegExp, text: string, place: HTMLElement = document.body) {
  const field = await within(place).findByLabelText(label)
  await user.clear(field)
  if (text !== '') await user.type(field, text)
}

/** The server carries out the next request that matches, and its response never arrives. */
export function loseResponse(matching: RegExp): void {
  const { fetch } = globalThis
  let isLost = false
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), location.href), init)
    const response = await fetch(input, init)
    if (isLost || !matching.test(`${request.method} ${new URL(request.url).pathname}`)) return response
    isLost = true
    throw new TypeError('Failed to fetch')
  })
}

/**
 * Responses to the requests whose method and path match wait until the returned function runs. Call it once a page is open.
 */
export function holdResponses(matching: RegExp): () => void {
  const { fetch } = globalThis
  const released = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), location.href), init)
    if (matching.test(`${request.method} ${new URL(request.url).pathname}`)) await released.promise
    return fetch(request)
  })
  return released.resolve
}

/** @returns the requests, from the call on, whose method and path match. Call it once a page is open. */
export function watchRequests(matching: RegExp): Request[] {
  const { fetch } = globalThis
  const seen: Request[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), location.href), init)
    if (matching.test(`${request.method} ${new URL(request.url).pathname}`)) seen.push(request.clone())
    return fetch(request)
  })
  return seen
}

/** @returns a function that lists the delays, in milliseconds, of the timers that have started since the call */
export function watchTimers(kind: 'setTimeout' | 'setInterval'): () => unknown[] {
  const timers = vi.spyOn(globalThis, kind)
  onTestFinished(() => timers.mockRestore())
  return () => timers.mock.calls.map(([, delay]) => delay)
}

/** Checks the rules of WCAG 2.2 AA that need no layout; the journeys also check contrasts and the sizes of targets. */
export async function expectAccessible(): Promise<void> {
  // The simulated browser shows a hidden field, which names the account to password managers.
  const page = { include: 'html', exclude: 'input[hidden]' }
  const { violations } = await axe.run(page, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    resultTypes: ['violations'],
    preload: false,
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
