import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'

import { clientOfThisSide, createApiTools } from './platform/api.ts'
import { isRefusal } from './platform/error-message.ts'
import { onDeparture } from './platform/session.ts'
import { routeTree } from './routeTree.gen.ts'

/** Start calls this once in the browser, and for each page that the server renders. */
export function getRouter() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A refusal stays one however often it is asked; only what never arrived is worth another try.
        retry: (count, error) => !isRefusal(error) && count < 2,
      },
    },
  })
  const router = createRouter({
    routeTree,
    context: { queryClient, ...createApiTools(clientOfThisSide()) },
    defaultPreload: 'intent',
    // The query client decides how fresh is fresh enough.
    defaultPreloadStaleTime: 0,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
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
  if (!router.isServer) onDeparture(() => queryClient.clear())
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
