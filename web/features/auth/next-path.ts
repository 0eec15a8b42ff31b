import { parseUrl } from '#contract/urls.ts'
import { searchParser } from '#web/platform/search-params.ts'

/** The sign-in screens are never a destination. */
const signInPaths = new Set(['/login', '/register', '/forgot-password', '/reset-password', '/complete-registration'])

/**
 * The page of this site to which `?next=` leads; undefined for anything else. Browsers read `//host`, `/\host` and addresses
 * with tabs or line breaks inside as addresses of other sites.
 */
export function nextPath(next: unknown): string | undefined {
  if (typeof next !== 'string' || !next.startsWith('/')) return undefined
  const base = 'http://base.invalid'
  const url = parseUrl(next, base)
  const isThisSite = url?.origin === base && !url.pathname.startsWith('//')
  return url && isThisSite && !signInPaths.has(withoutEndSlashes(url.pathname))
    ? url.pathname + url.search + url.hash
    : undefined
}

function withoutEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

export const parseNextSearch = searchParser({ next: nextPath })
