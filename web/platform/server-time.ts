import { pageClock } from '#contract/pages.ts'

/*
 * The only clock of the browser's side. A visitor's clock may be wrong by hours and may be set while a page is open, so every
 * moment comes from the server: the page's own response says when it was sent, and each later response corrects that. In
 * between, the browser's monotonic clock counts.
 */

/** `serverMs` was the server's time when the two clocks of this device showed these values. */
type Anchor = { serverMs: number; monotonicMs: number; deviceMs: number }

/** The header `date` has whole seconds, and the network takes a while: smaller differences would only make a countdown jump. */
const toleratedMs = 1500
/** Where the two clocks of the device have moved apart this much, it has slept or its clock was set. */
const suspectMs = 10_000
const askAgainMs = 5000
let anchor: Anchor | undefined
let isPageRead = false
let requestedAtMs = Number.NEGATIVE_INFINITY

/** The time on the server, in milliseconds. Until a response has told it, and on the server itself, the time of this device. */
export function serverNow(): number {
  if (!isPageRead) readPageClock()
  const deviceMs = Date.now()
  if (!anchor) return deviceMs
  const passedMs = performance.now() - anchor.monotonicMs
  // The monotonic clock may stand still while the device sleeps, so only the server knows which clock is right.
  if (Math.abs(deviceMs - anchor.deviceMs - passedMs) > suspectMs) askForServerTime()
  return anchor.serverMs + passedMs
}

export const serverDate = (): Date => new Date(serverNow())

/** What the clock of this device is ahead of the server's, in milliseconds. For a library that reads that clock itself. */
export function deviceAheadMs(): number {
  return Date.now() - serverNow()
}

/** Corrects the clock by a response of the server that no cache may keep. `sentAtMs`: `performance.now()` at its request. */
export function readServerTime(headers: Pick<Headers, 'get'>, sentAtMs: number): void {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return
  const monotonicMs = performance.now()
  const halfWayMs = (monotonicMs - sentAtMs) / 2
  // Half a second: the header leaves out the fraction of its second.
  const serverMs = date + 500 + halfWayMs
  const isClose =
    anchor && Math.abs(serverMs - anchor.serverMs - (monotonicMs - anchor.monotonicMs)) < toleratedMs + halfWayMs
  if (isClose && anchor) setAnchor({ serverMs: anchor.serverMs + monotonicMs - anchor.monotonicMs, monotonicMs })
  else setAnchor({ serverMs, monotonicMs })
}

/** Counts the milliseconds from now on, whatever happens to the clock of this device. Time asleep counts where it is known. */
export function startStopwatch(): () => number {
  const [monotonicMs, deviceMs] = [performance.now(), Date.now()]
  return () => Math.max(performance.now() - monotonicMs, Date.now() - deviceMs)
}

function setAnchor(next: Omit<Anchor, 'deviceMs'>): void {
  anchor = { ...next, deviceMs: Date.now() }
}

/** The page's response names the server's time. A page from a cache, or one that was only confirmed, has that of an earlier one. */
function readPageClock(): void {
  isPageRead = true
  if (typeof document === 'undefined') return
  const [page] = performance.getEntriesByType?.('navigation') ?? []
  const {
    transferSize = 0,
    serverTiming = [],
    responseStart = 0,
  } = (page ?? {}) as Partial<PerformanceNavigationTiming>
  const sent = serverTiming.find(({ name }) => name === pageClock)
  if (sent && transferSize > confirmedSize) setAnchor({ serverMs: sent.duration, monotonicMs: responseStart })
}

/** What `transferSize` is by definition for a page that the server only confirmed (304). */
const confirmedSize = 300

function askForServerTime(): void {
  const now = performance.now()
  if (now - requestedAtMs < askAgainMs) return
  requestedAtMs = now
  void fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
    ({ headers }) => readServerTime(headers, now),
    () => undefined,
  )
}
