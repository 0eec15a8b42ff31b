import type { HttpBindings } from '@hono/node-server'

import type { Actor } from '#server/api/actor.ts'
import type { Platform } from '#server/platform/platform.ts'

/** The browser behind a request, signed in or not: known by its address, and by a cookie once the server must recognise it. */
export type Visitor = {
  /** IP address, an IPv6 one shortened to the /64 network that one subscriber owns. */
  address: string
  /** Hash of the visitor cookie; undefined while there is none. */
  key(): string | undefined
  /** Like key(), but sets the cookie when there is none. */
  ensureKey(): string
  /** Adds this Set-Cookie header to the response. */
  setCookie(header: string): void
}

export type RequestContext = {
  platform: Platform
  requestId: string
  visitor: Visitor
  /** Always defined unless the route is `public`; on a public route, defined when the request has a valid token. */
  actor: Actor | undefined
  bearer: string | undefined
  /** Node's request and response, for a stream. Undefined where no Node server calls, as while a page is rendered. */
  connection?: HttpBindings | undefined
}

/** The context before the access middleware, which authenticates only when the route needs it. */
export type EntryContext = Omit<RequestContext, 'actor'> & {
  /** Queries the database once for each request. */
  authenticate(): Promise<Actor | undefined>
  /** Runs the route in its turn. Undefined where the caller has waited for a turn, as while a page is rendered. */
  inTurn?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined
}

/**
 * Hono apps that are mounted into ours, such as the authentication service, have this type. `address` is the visitor's.
 */
export type HttpEnv = {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    address: string
    /** Set for requests to the API only. */
    identity: Pick<EntryContext, 'bearer' | 'authenticate'>
    /** The route's work, which may go on after the response said that the time had run out. */
    work?: Promise<unknown>
  }
}
