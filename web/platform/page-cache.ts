import { pageCacheHeader } from '#contract/pages.ts'

/** A public page's `headers`: the server may show one rendering to everybody for these seconds. */
export function cachedFor(seconds: number): () => Record<string, string> {
  return () => ({ [pageCacheHeader]: String(seconds) })
}
