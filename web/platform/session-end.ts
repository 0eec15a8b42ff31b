import { serverNow } from './server-time.ts'

/** `blocked`: the service's message about a blocked account. */
export type SessionEnd = { blocked: string | undefined }

const storageKey = 'senda.session-end'
/** Long enough to come back to the page, and short enough not to tell a later user of the browser. */
const keptMs = 3_600_000

let ofThisPage: SessionEnd | undefined

/**
 * The server has ended the session. The browser stores it, because another tab may have noticed, or the next page is loaded
 * from the server.
 */
export function noteSessionEnd(end: SessionEnd): void {
  ofThisPage = end
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...end, at: serverNow() }))
  } catch {
    // A browser that denies storage tells it on this page only.
  }
}

/** After the user signed out or in. */
export function deleteSessionEnd(): void {
  ofThisPage = undefined
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Nothing is stored.
  }
}

/** How the server ended the last session of this browser, within the last hour; undefined after the user signed out or in. */
export function lastSessionEnd(): SessionEnd | undefined {
  return ofThisPage ?? storedEnd()
}

function storedEnd(): SessionEnd | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as { blocked?: unknown; at?: unknown } | null
    const age = serverNow() - Number(stored?.at)
    if (!(Math.abs(age) < keptMs)) return undefined
    return { blocked: typeof stored?.blocked === 'string' ? stored.blocked : undefined }
  } catch {
    return undefined
  }
}
