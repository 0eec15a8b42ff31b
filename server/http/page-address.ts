/** Written by advertisements and newsletters into links; no page reads them. */
const tracking = /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|ttclid|twclid|igshid|mc_cid|mc_eid|_ga|_gl)$/

/** Path and query under which a page is rendered and kept: the same for every link of a campaign. */
export function pageAddress(requested: string): string {
  const { pathname, search, searchParams } = new URL(requested)
  const ignored = [...new Set(searchParams.keys())].filter((name) => tracking.test(name))
  // The rest stays as it was written.
  if (ignored.length === 0) return pathname + search
  for (const name of ignored) searchParams.delete(name)
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}
