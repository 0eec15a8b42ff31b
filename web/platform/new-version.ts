import { serverNow } from './server-time.ts'
import { readTyped, type TypedField } from './typed-text.ts'

/** The key has the prefix of the drafts (web/platform/session.ts), which are deleted when the user signs out. */
const key = 'senda.draft.new-version'
/** Two servers of different versions, or a page that a cache keeps, would otherwise reload the page again and again. */
const pauseMs = 10 * 60_000
/** The browser may ask whether to leave the page, and the visitor may stay. */
const patienceMs = 10_000

type Reload = { at: number; path: string; typed?: TypedField[] }

/** Reloads the page with what was typed. Resolves when the page stays, as after a reload that has just happened. */
export async function openNewVersion(): Promise<void> {
  const typed = readTyped()
  const last = readReload()
  if (last && Math.abs(serverNow() - last.at) < pauseMs) return
  try {
    sessionStorage.setItem(key, JSON.stringify({ at: serverNow(), path: addressOfPage(), typed } satisfies Reload))
  } catch {
    // Without storage nothing would stop the next reload, or keep the text.
    return
  }
  location.reload()
  await new Promise((resolve) => setTimeout(resolve, patienceMs))
}

/** Reloads on the visitor's own press, however recent the last reload is. */
export function reloadPage(): void {
  try {
    sessionStorage.removeItem(key)
    void openNewVersion()
  } catch {
    location.reload()
  }
}

/** What was typed before this page was reloaded for a newer version, once; undefined for any other page. */
export function takeTyped(): TypedField[] | undefined {
  const reload = readReload()
  if (!reload?.typed) return undefined
  const { typed, ...rest } = reload
  try {
    sessionStorage.setItem(key, JSON.stringify(rest))
  } catch {
    return undefined
  }
  return reload.path === addressOfPage() ? typed : undefined
}

const addressOfPage = () => location.pathname + location.search

function readReload(): Reload | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
