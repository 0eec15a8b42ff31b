/** Parameters that advertisements and newsletters add to links; no page reads them. */
const tracking = /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|ttclid|twclid|igshid|mc_cid|mc_eid|_ga|_gl)$/

/** The address without tracking parameters, so that all such links share one rendering; undefined when it has none. */
export function withoutTracking(requested: string): string | undefined {
  const { pathname, searchParams } = new URL(requested)
  const read = [...searchParams].filter(([name]) => !tracking.test(name))
  if (read.length === searchParams.size) return undefined
  // Two leading slashes would name another site.
  const path = pathname.replace(/^\/+/, '/')
  return read.length === 0 ? path : `${path}?${new URLSearchParams(read)}`
}

/** A longer address is a search that no second visitor repeats. */
const longestKept = 500

/**
 * Whether a page may be cached under its address: it has only parameters that the page reads. Unknown parameters have
 * unlimited variants, so such a page is rendered for each request.
 */
export function hasOnly({ address, known }: { address: string; known: readonly string[] }): boolean {
  if (address.length > longestKept) return false
  const { searchParams } = new URL(address, 'http://here.invalid')
  return [...searchParams.keys()].every((name) => known.includes(name))
}
