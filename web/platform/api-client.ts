import { routes } from 'virtual:contract'
import { livePositionHeader } from '#contract/pages.ts'
import { errorFromBody } from './api-error.ts'
import { type Declared, refetchChanged, type SettledWrite } from './changed-queries.ts'
import { errorCode, isAway, ServerAway } from './error-message.ts'
import { noteLivePosition } from './live-position.ts'
import { MissingPart } from './missing-part.ts'
import { readFiles } from './read-files.ts'
import { readServerTime } from './server-time.ts'
import { accessToken, discardSession } from './session.ts'

const timeoutMs = 15_000

export type RouteCall = { noun: string; verb: string; input?: object | undefined; signal?: AbortSignal | undefined }

/**
 * Calls a route of the contract. It sends what oRPC's OpenAPI link would send for Senda's routes (path parameters, a query
 * or a JSON or multipart body) in a tenth of its code, and pages load it with their first call.
 */
export async function callRoute({ noun, verb, input, signal }: RouteCall): Promise<unknown> {
  const sent = input && hasFile(Object.values(input)) ? await readFiles(input) : input
  const { url, init } = requestOf({ route: routeOf(noun, verb), input: sent })
  const token = await accessToken()
  const headers = new Headers(init.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (noun === 'live') headers.set('accept', 'text/event-stream')
  const sentAtMs = performance.now()
  const response = await fetch(location.origin + url, {
    ...init,
    headers,
    signal: abortSignalFor({ noun, signal }),
  })
  readServerTime(response.headers, sentAtMs)
  noteLivePosition(response.headers.get(livePositionHeader))
  if (response.status === 401) void discardEndedSession({ token, response: response.clone() })
  return await contentOf(response)
}

/** A live stream has no timeout: it stays open. */
function abortSignalFor({ noun, signal }: Pick<RouteCall, 'noun' | 'signal'>): AbortSignal | null {
  if (noun === 'live') return signal ?? null
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? eitherOf(signal, timeout) : timeout
}

/** What `AbortSignal.any` does, which is missing in Safari before 17.4. */
function eitherOf(signal: AbortSignal, timeout: AbortSignal): AbortSignal {
  const either = new AbortController()
  for (const one of [signal, timeout]) {
    if (one.aborted) either.abort(one.reason)
    one.addEventListener('abort', () => either.abort(one.reason), { once: true, signal: either.signal })
  }
  return either.signal
}

/**
 * The session ended in another tab or device, or the account was suspended: the user becomes a visitor, and the page's
 * guard runs.
 */
async function discardEndedSession({
  token,
  response,
}: {
  token: string | undefined
  response: Response
}): Promise<void> {
  const body: unknown = await response.json().catch(() => undefined)
  if (token !== undefined && errorCode(body) === 'session.missing') await discardSession(token).catch(() => undefined)
}

type Route = { method: string; path: string }

export function routeOf(noun: string, verb: string): Route & Declared {
  const route = routes[noun]?.[verb]
  if (route === undefined) throw new Error(`the contract has no ${noun}.${verb}`)
  const [method = '', path = '', ...names] = route.split(' ')
  return {
    method,
    path,
    changes: names.filter((name) => !name.startsWith('=')),
    returns: names.find((name) => name.startsWith('='))?.slice(1),
  }
}

/** Refetches after a write. It is in this file because the write has loaded it. */
export async function refetchAfter({ path: [noun, verb], ...write }: SettledWrite): Promise<void> {
  await refetchChanged(write, routeOf(noun, verb))
}

/** Path parameters go into the path, the rest into the query of a GET and into the body of any other method. */
export function requestOf({ route, input }: { route: Route; input: object | undefined }): {
  url: string
  init: RequestInit
} {
  const { method, path } = route
  const rest = new Map<string, unknown>(Object.entries(input ?? {}))
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  if (method === 'GET') {
    const query = new URLSearchParams(fieldsOf(rest) as [string, string][]).toString()
    return { url: query === '' ? url : `${url}?${query}`, init: { method } }
  }
  // An input that is in the path alone has no body; an empty input without path parameters is an empty object.
  if (input === undefined || (rest.size === 0 && url !== path)) return { url, init: { method } }
  if (hasFile([...rest.values()])) {
    const body = new FormData()
    for (const [name, value] of fieldsOf(rest)) body.append(name, value)
    return { url, init: { method, body } }
  }
  return {
    url,
    init: {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(rest)),
    },
  }
}

const hasFile = (values: readonly unknown[]) => values.some((value) => value instanceof Blob)

/** Lists and objects in the bracket notation that the server parses: `days[0]`, `near[lat]`. */
function fieldsOf(values: Iterable<readonly [string, unknown]>): [string, string | Blob][] {
  return [...values].flatMap(([name, value]): [string, string | Blob][] => {
    if (value === undefined || value === null) return []
    if (value instanceof Blob) return [[name, value]]
    if (typeof value === 'object')
      return fieldsOf(Object.entries(value).map(([key, part]) => [`${name}[${key}]`, part] as const))
    return [[name, `${value as string | number | boolean}`]]
  })
}

/** The content of a response: JSON, a file, a stream of events, or nothing. @throws ApiError for an error of the contract */
async function contentOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined)
    if (refusesUnknown(body)) await requireCurrentVersion()
    const { status } = response
    throw errorFromBody(body) ?? (isAway(status) ? new ServerAway(status) : new Error(`unexpected response: ${status}`))
  }
  if (type.startsWith('application/json')) return parseBody(await response.text())
  if (type.startsWith('text/event-stream')) return (await import('./event-stream.ts')).eventsOf(response)
  const content = await response.blob()
  if (content.size === 0) return undefined
  return new File([content], fileNameOf(response.headers.get('content-disposition') ?? ''), { type })
}

/** What a page of an earlier version gets when it calls a route that has gone, or leaves out what a route asks for since. */
const refusesUnknown = (body: unknown) => ['request.invalid', 'request.not_found'].includes(errorCode(body) ?? '')

/** Opens the new version when the server no longer has this page's own files. @throws MissingPart when that has just happened */
async function requireCurrentVersion(): Promise<void> {
  const ownFile = import.meta.url
  if (!ownFile.startsWith(location.origin)) return
  const request = fetch(ownFile, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
  const isGone = await request.then(
    ({ status }) => status === 404,
    () => false,
  )
  if (!isGone) return
  const missing = new MissingPart()
  await missing.openNewVersion()
  throw missing
}

/** A route without output has an empty body. */
const parseBody = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]*)/i.exec(disposition)?.[1]
  return encoded === undefined ? 'blob' : decodeURIComponent(encoded)
}
