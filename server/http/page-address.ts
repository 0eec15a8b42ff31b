/** Written by advertisements and newsletters into links; no page reads them. */
const tracking = /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|ttclid|twclid|igshid|mc_cid|mc_eid|_ga|_gl)$/

/** Where a link with parameters for tracking leads instead, so that all of them share one rendering; undefined without any. */
export function withoutTracking(requested: string): string | undefined {
  const { pathname, searchParams } = new URL(requested)
  const ignored = [...new Set(searchParams.keys())].filter((name) => tracking.test(name))
  if (ignored.length === 0) return undefined
  for (const name of ignored) searchParams.delete(name)
  // Two slashes at the beginning would be another site's name.
  const path = pathname.replace(/^\/+/, '/')
  return searchParams.size === 0 ? path : `${path}?${searchParams}`
}
