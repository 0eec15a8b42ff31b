import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { HttpEnv } from '#server/api/context.ts'
import { countRequest } from '#server/platform/metrics.ts'
import type { Platform } from '#server/platform/platform.ts'
import { currentRequest, newRequestNote, type RequestNote, withRequestNote } from '#server/platform/request-note.ts'

/** Under overload nearly every request is slow, and writing the lines must not add to it. */
const slowLinesPerSecond = 10
/** What nginx calls a request whose client left before the response. */
const clientLeft = 499

type Observe = (request: IncomingMessage, response: ServerResponse, work: () => void) => void

/**
 * Counts every request once its connection is free again, writes its line with REQUEST_LOG=on, and a warning when it was slower
 * than SLOW_REQUEST. The lines have the pattern of the address, and neither the address nor anything of the person.
 */
export function createObserver({ settings, log }: Pick<Platform, 'settings' | 'log'>): Observe {
  // An operator who switches the lines on wants them at every level.
  const lines = settings.requestLog ? log.child({}, { level: 'info' }) : undefined
  const mayWarn = createPace(slowLinesPerSecond)

  function end(note: RequestNote, response: ServerResponse, bytes: number): void {
    const now = performance.now()
    const { id: requestId, method, readyAt } = note
    const isStream = readyAt === undefined && response.headersSent
    const status = response.headersSent ? response.statusCode : clientLeft
    const route = note.route || '*'
    const described = { requestId, method, route, status }
    const servedMs = (readyAt ?? now) - note.startedAt - note.bodyMs
    if (!isStream) countRequest({ method, route, status, ms: Math.max(0, servedMs) })
    lines?.info({ ...described, ms: rounded(now - note.startedAt), bytes }, 'request')
    if (isStream || servedMs < settings.slowRequestMs || !mayWarn(now)) return
    const { turnMs, connectionMs, databaseMs, bodyMs } = note
    const parts = Object.entries({ turnMs, connectionMs, databaseMs, bodyMs }).map(([part, ms]) => [part, rounded(ms)])
    log.warn({ ...described, ms: rounded(servedMs), ...Object.fromEntries(parts) }, 'a slow request')
  }

  return (request, response, work) => {
    const note = newRequestNote({ method: request.method ?? '' })
    const { socket } = request
    const before = socket.bytesWritten
    response.once('close', () => end(note, response, socket.bytesWritten - before))
    withRequestNote(note, work)
  }
}

/** Called when a response is ready that passed the app. */
export function noteReady(c: Context<HttpEnv>): void {
  const note = currentRequest()
  if (!note) return
  note.readyAt = performance.now()
  // The routes of the API and the pages have set their own pattern.
  note.route ||= patternOf(c)
}

/** A file of the build or an unknown address is not a route of the app. */
function patternOf(c: Context<HttpEnv>): string {
  if (c.req.path.startsWith('/assets/')) return '/assets/*'
  return routePath(c).replace(/^\/\*$/, '*')
}

/** Called when a response was sent directly on Node's HTTP server. */
export function noteDirectResponse({ id, route }: { id: string; route: string }): void {
  const note = currentRequest()
  if (!note) return
  note.id = id
  note.route = route
  note.readyAt = performance.now()
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10

/** Whether one more is allowed in the current second. `now` is performance.now(). */
function createPace(perSecond: number): (now: number) => boolean {
  let second = 0
  let count = 0
  return (now) => {
    const current = Math.floor(now / 1000)
    if (current !== second) count = 0
    second = current
    count += 1
    return count <= perSecond
  }
}
