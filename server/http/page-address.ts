/** Written by advertisements and newsletters into links; no page reads them. */
const tracking = /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|ttclid|twclid|igshid|mc_cid|mc_eid|_ga|_gl)$/

/** Where a link with parameters for tracking leads instead, so that all of them share one rendering; undefined without any. */
export function withoutTracking(requested: string): string | undefined {
  const { pathname, searchParams } = new URL(requested)
  const read = [...searchParams].filter(([name]) => !tracking.test(name))
  if (read.length === searchParams.size) return undefined
  // Two slashes at the beginning would be another site's name.
  const path = pathname.replace(/^\/+/, '/')
  return read.length === 0 ? path : `${path}?${new URLSearchParams(read)}`
}

/** A longer one is a search that no second visitor types. */
const longestKept = 500

/**
 * Whether a page may be kept under its address: every parameter is one that the page reads. Of an address with others there
 * is no end, and its page is rendered each time.
 */
export function hasOnly({ address, known }: { address: string; known: readonly string[] }): boolean {
  if (address.length > longestKept) return false
  const { searchParams } = new URL(address, 'http://here.invalid')
  return [...searchParams.keys()].every((name) => known.includes(name))
}
