import { pageCacheHeader, pageParametersHeader } from '#contract/pages.ts'

/**
 * A public page's `headers`: the server may serve one rendering to every visitor for these seconds. `parseSearch` is the
 * route's `validateSearch`, which always names each parameter that the page reads: an address with other parameters is
 * never cached.
 */
export function cachedFor(
  seconds: number,
  parseSearch: (raw: Record<string, unknown>) => object = () => ({}),
): () => Record<string, string> {
  // Only the server sends headers.
  if (!import.meta.env.SSR) return () => ({})
  const parameters = Object.keys(parseSearch({})).join(',')
  return () => ({ [pageCacheHeader]: String(seconds), [pageParametersHeader]: parameters })
}
