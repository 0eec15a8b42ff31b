/** The sign-in screens are never a destination. */
const signInPaths = new Set(['/login', '/register', '/forgot-password', '/reset-password', '/complete-registration'])

/**
 * Where `?next=` leads, when it leads to a page of this site; undefined for anything else.
 * Browsers take `//host`, `/\host` and addresses with tabs or line breaks inside for other sites.
 */
export function nextPath(next: unknown): string | undefined {
  if (typeof next !== 'string' || !next.startsWith('/')) return undefined
  const here = 'http://here.invalid'
  if (!URL.canParse(next, here)) return undefined
  const url = new URL(next, here)
  const isOurs = url.origin === here && !url.pathname.startsWith('//')
  return isOurs && !signInPaths.has(withoutEndSlashes(url.pathname)) ? url.pathname + url.search + url.hash : undefined
}

function withoutEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** The search params of the screens that lead to `next`. */
export type NextSearch = { next?: string }

/** Sets `next` even when it is undefined: the router keeps the raw value of each param that a route's validation leaves out. */
export function parseNextSearch(search: Record<string, unknown>): NextSearch {
  return { next: nextPath(search.next) }
}
