import { MutationCache, QueryClient, type QueryOptions } from '@tanstack/react-query'

import type { SettledWrite } from './changed-queries.ts'
import { isOutdated } from './error-message.ts'

/** What the browser has read of the server. After a write it refetches what the contract says the write changes. */
export function createQueryClient({ retry }: Required<Pick<QueryOptions, 'retry'>>): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      // Before the dialog learns of the refusal, what it shows is read again.
      onError: (error) => (isOutdated(error) ? queryClient.invalidateQueries() : undefined),
      async onSettled(data, error, input, _result, { options, meta }) {
        const path = options.mutationKey?.[0] as SettledWrite['path'] | undefined
        if (!path) return
        // The client's file, which the write has loaded or lacked.
        const client = await import('./api-client.ts').catch(() => undefined)
        await client?.refetchAfter({ queryClient, path, meta, input, data, error })
      },
    }),
    defaultOptions: {
      // A browser may report no network although there is one: the request itself tells, and one that fails never waits.
      queries: { staleTime: 30_000, retry, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}
