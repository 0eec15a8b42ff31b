import { LRUCache } from 'lru-cache'
import { returnParameters } from '#contract/pages.ts'
import { secretPrefixes } from '#server/platform/loggable-path.ts'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const maxPatterns = 200

export type Addresses = ReturnType<typeof createAddresses>

/**
 * Each page has one address, so that no page is rendered and cached under many. A request for another spelling of it is
 * redirected: the browser must see the address that was rendered, or hydration would render the page again.
 */
export function createAddresses() {
  /** The parameters that the page behind a path reads, learned from its renderings. */
  const known = new LRUCache<string, ReadonlySet<string>>({ max: maxPatterns })

  return {
    /** The one address of the requested page; `isMoved`: for good, because another spelling of its path was requested. */
    canonicalOf(requested: string): { address: string; isMoved: boolean } {
      const { pathname, searchParams } = new URL(requested)
      const path = canonicalPath(pathname)
      const parameters = known.get(patternOf(path))
      return { address: path + canonicalSearch(searchParams, parameters), isMoved: path !== pathname }
    },
    learn(path: string, parameters: readonly string[]): void {
      known.set(patternOf(path), new Set([...parameters, ...returnParameters]))
    },
  }
}

/** The path with single slashes, none at its end, lower-case names and ids, and only the percent encoding that it needs. */
function canonicalPath(pathname: string): string {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const names = segments.map(decoded)
  // Names of files and secrets differ in case.
  const isFile = names.some((name) => name?.includes('.'))
  const secret = secretPrefixes.find((prefix) => `/${names.join('/')}`.toLowerCase().startsWith(prefix))
  const lowered = isFile ? 0 : (secret?.split('/').filter(Boolean).length ?? names.length)
  const path = names.map((name, n) => {
    // Not UTF-8: no page has such a path.
    if (name === undefined) return segments[n]
    return encoded(n < lowered ? name.toLowerCase() : name)
  })
  // One leading slash: two would name another site.
  return `/${path.join('/')}`
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(/%(?:40|3A|24|2C|3B|2B|3D|26)/g, decodeURIComponent)

/** Leaves out the parameters that no page reads, such as those of advertisements, and a second value of one. */
function canonicalSearch(requested: URLSearchParams, known: ReadonlySet<string> | undefined): string {
  const kept = new URLSearchParams()
  for (const [name, value] of requested) {
    const isRead = known?.has(name) ?? !tracking.test(name)
    if (isRead && !kept.has(name)) kept.append(name, value)
  }
  return kept.size === 0 ? '' : `?${kept}`
}

/** Parameters that advertisements and newsletters add to links, before the page's own are learned. */
const tracking = /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|ttclid|twclid|igshid?|mc_cid|mc_eid|_ga|_gl)$/

/** All pages of one route share their parameters: `/centers/{id}`. */
function patternOf(path: string): string {
  return path
    .split('/')
    .map((segment) => (uuid.test(segment) ? '{id}' : segment))
    .join('/')
}
