import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'

import type { ReactNode } from 'react'

import { clientOfThisSide, createApiTools } from './platform/api.ts'
import { isRefusal } from './platform/error-message.ts'
import { OperatorWords, readPageWords } from './platform/operator-words.ts'
import { afterPageHydrated, isPageHydrated } from './platform/page-hydrated.tsx'
import { readPageQueries } from './platform/page-queries.tsx'
import { createQueryClient } from './platform/query-client.ts'
import { onSignOut } from './platform/session.ts'
import { betweenListAndProfile } from './platform/view-transition.ts'
import { routeTree } from './routeTree.gen.ts'

// A refusal stays a refusal; only a lost request is retried. A page that is being
// rendered does not wait for a retry: it responds that the service is unavailable.
const retryOfThisSide = createIsomorphicFn()
  .server(() => false)
  .client(() => (count: number, error: unknown) => !isRefusal(error) && count < 2)

/** Marks the scripts of one rendering; the server removes it, so the browser never receives it. */
const nonceOfThisSide = createIsomorphicFn()
  .server(() => (getGlobalStartContext() as unknown as { nonce: string }).nonce)
  .client(() => undefined)

/** The server's HTML is already at its position before hydration: after that, the visitor scrolls. */
const restoresScroll = createIsomorphicFn()
  .server(() => true)
  .client(isPageHydrated)

/** TanStack Start calls this once in the browser, and for each page that the server renders. */
export function getRouter() {
  const queryClient = createQueryClient({ retry: retryOfThisSide() })
  // The router learns its origin later, so heads of pages ask for it.
  const words = readPageWords()
  const context = { queryClient, ...createApiTools(clientOfThisSide()), origin: () => '' }
  const router = createRouter({
    routeTree,
    context,
    // TanStack's own integration also keeps a stream open for queries that begin while the page renders; no page has one.
    hydrate: () => readPageQueries(queryClient),
    // biome-ignore lint/correctness/noComponentHookFactories: called once for each router
    Wrap: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>
        <OperatorWords value={words}>{children}</OperatorWords>
      </QueryClientProvider>
    ),
    defaultPreload: 'intent',
    // The query client decides about freshness.
    defaultPreloadStaleTime: 0,
    defaultPendingMinMs: 0,
    defaultViewTransition: betweenListAndProfile,
    scrollRestoration: restoresScroll,
    // `scrollAreaId` of web/features/work/scroll-area.ts: what scrolls on a page for work.
    scrollToTopSelectors: ['[data-scroll-restoration-id=work]'],
    ssr: { nonce: nonceOfThisSide() },
    // Search values stay text: the default parser converts some to numbers and booleans, and fails on others.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const entries = Object.entries(search).flatMap(([key, value]): [string, string][] =>
        value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
      )
      return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
    },
  })
  context.origin = () => router.origin ?? ''
  if (!router.isServer) {
    onSignOut(() => queryClient.clear())
    const { load } = router
    // Also for a replaced address: after a return from another provider it is cleaned immediately.
    router.load = (options) => afterPageHydrated(() => load(options))
  }
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
