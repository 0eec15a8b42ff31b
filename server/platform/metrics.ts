import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

// What this process counts from its start on. Labels have few values: a route's pattern, never an address.

/** The metrics of the process. What is read at a scrape is in server/http/metrics.ts. */
export const processMetrics = new Registry()

/** A page from the cache takes less than a millisecond; a request is refused after some seconds. */
const secondsBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

const registers = [processMetrics]

const requestSeconds = new Histogram({
  name: 'senda_http_request_duration_seconds',
  help: 'From the arrival of a request until its response was ready to be sent, without the time of receiving its body.',
  labelNames: ['method', 'route', 'status'],
  buckets: secondsBuckets,
  registers,
})
const acts = new Counter({
  name: 'senda_acts_total',
  help: 'What users did or tried to do: holds, bookings, payments and sign-ins, by outcome (ok, refused, failed).',
  labelNames: ['act', 'outcome'],
  registers,
})
const cachedPages = new Counter({
  name: 'senda_page_cache_total',
  help: 'Requests for pages, by where the page came from: fresh, stale (also of a rendering that another request began), rendered.',
  labelNames: ['result'],
  registers,
})
const unexpectedErrors = new Counter({
  name: 'senda_unexpected_errors_total',
  help: 'Unexpected errors and refusals under overload; «Salud del servicio» lists where.',
  registers,
})

/** PATCH and the like are all that routes have; a client may send any other word. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Each combination once: looking it up costs a third of prom-client's own labels. */
const observers = new Map<string, { observe(seconds: number): void }>()

export function countRequest({
  method,
  route,
  status,
  ms,
}: {
  method: string
  route: string
  status: number
  ms: number
}): void {
  const key = `${method} ${status} ${route}`
  let observer = observers.get(key)
  if (!observer) {
    observer = requestSeconds.labels(methods.has(method) ? method : 'other', route, String(status))
    if (methods.has(method)) observers.set(key, observer)
  }
  observer.observe(ms / 1000)
}

const actNames = ['hold', 'booking', 'payment', 'sign_in'] as const
const outcomes = ['ok', 'refused', 'failed'] as const
export type Act = (typeof actNames)[number]
type Outcome = (typeof outcomes)[number]

// From the start, so that a rate is known from the first one on.
for (const act of actNames) for (const outcome of outcomes) acts.inc({ act, outcome }, 0)

export function countAct(act: Act, outcome: Outcome): void {
  acts.inc({ act, outcome })
}

/** A caller's error is a refusal; a server's is a failure. */
export function outcomeOf(status: number): Outcome {
  return status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed'
}

export function countCachedPage(result: 'fresh' | 'stale' | 'rendered'): void {
  cachedPages.inc({ result })
}

export function countUnexpectedError(): void {
  unexpectedErrors.inc()
}

let isWatched = false

/** Also measures memory, processor, garbage collection and the delay of the event loop, from the first call on. */
export function watchProcess(): void {
  if (!isWatched) collectDefaultMetrics({ register: processMetrics })
  isWatched = true
}
