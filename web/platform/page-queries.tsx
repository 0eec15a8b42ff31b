import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { createIsomorphicFn } from '@tanstack/react-start'

import { deviceAheadMs } from './server-time.ts'

const elementId = 'page-queries'

/** `updatedAt` in epoch milliseconds. */
type PageQuery = { key: QueryKey; data: unknown; updatedAt: number }

/** A failed query isn't among them: the browser starts it again, from the same skeleton. */
const jsonOfThisSide = createIsomorphicFn()
  .server((queryClient: QueryClient) => {
    const queries = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' })
    const read = queries.map(
      ({ queryKey, state }): PageQuery => ({ key: queryKey, data: state.data, updatedAt: state.dataUpdatedAt }),
    )
    // No `</script>` in a text may end the element.
    return JSON.stringify(read).replaceAll('<', String.raw`\u003c`)
  })
  // React keeps the content that the server wrote.
  .client((_queryClient: QueryClient) => '')

/**
 * What the loaders fetched on the server, in the page once. It is JSON and not a part of the router's own data: that is
 * code, which takes several times as long to write and needs a hash in the content security policy.
 */
export function PageQueries() {
  const queryClient = useQueryClient()
  return (
    <script
      id={elementId}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, in which every `<` is escaped
      dangerouslySetInnerHTML={{ __html: jsonOfThisSide(queryClient) }}
    />
  )
}

export function readPageQueries(queryClient: QueryClient): void {
  const json = document.getElementById(elementId)?.textContent
  if (!json) return
  for (const { key, data, updatedAt } of JSON.parse(json) as PageQuery[]) {
    // The library compares it with the clock of this device.
    queryClient.setQueryData(key, data, { updatedAt: updatedAt + deviceAheadMs() })
  }
}
