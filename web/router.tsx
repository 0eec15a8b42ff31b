import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'

import { clientOfThisSide, createApiTools } from './platform/api.ts'
import { isRefusal } from './platform/error-message.ts'
import { afterPageHydrated, isPageHydrated } from './platform/page-hydrated.tsx'
import { onDeparture } from './platform/session.ts'
import { routeTree } from './routeTree.gen.ts'

// A refusal stays one however often it is asked; only what never arrived is worth another try. A page that is being
// rendered doesn't wait for that: it answers that the service is away.
const retryOfThisSide = createIsomorphicFn()
  .server(() => false)
  .client(() => (count: number, error: unknown) => !isRefusal(error) && count < 2)

/** Marks the scripts of one rendering; the server takes it off again, so the browser never sees it. */
const nonceOfThisSide = createIsomorphicFn()
  .server(() => (getGlobalStartContext() as unknown as { nonce: string }).nonce)
  .client(() => undefined)

/** What the server rendered stands where it should before it is hydrated: since then it is the visitor who scrolls. */
const restoresScroll = createIsomorphicFn()
  .server(() => true)
  .client(isPageHydrated)

/** Start calls this once in the browser, and for each page that the server renders. */
export function getRouter() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: retryOfThisSide(),
      },
      // Without a connection a write fails and says so, unless its screen says that it waits.
      mutations: { networkMode: 'always' },
    },
  })
  const router = createRouter({
    routeTree,
    context: { queryClient, ...createApiTools(clientOfThisSide()) },
    defaultPreload: 'intent',
    // The query client decides how fresh is fresh enough.
    defaultPreloadStaleTime: 0,
    defaultPendingMinMs: 0,
    scrollRestoration: restoresScroll,
    ssr: { nonce: nonceOfThisSide() },
    // What people type stays text: the default parser makes numbers and booleans of it, and fails on some.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const entries = Object.entries(search).flatMap(([key, value]): [string, string][] =>
        value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
      )
      return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
    },
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  if (!router.isServer) {
    onDeparture(() => queryClient.clear())
    const { load } = router
    // Also when the address changes by itself: back from another provider it is cleaned at once.
    router.load = (options) => afterPageHydrated(() => load(options))
  }
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
