import type { HttpBindings } from '@hono/node-server'

import type { Actor } from '#server/api/actor.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Who calls without an account: known by address, and by a cookie once something has to be remembered. */
export type Visitor = {
  /** IP address, an IPv6 one shortened to the /64 network that one subscriber owns. */
  address: string
  /** Hash of the visitor cookie; undefined before one was set. */
  key(): string | undefined
  /** As key(), but sets the cookie when there is none yet. */
  ensureKey(): string
}

/** What every route's handler gets. */
export type RequestContext = {
  platform: Platform
  requestId: string
  visitor: Visitor
  /** Always there behind an access other than `public`; on a public route only when a valid token came along. */
  actor: Actor | undefined
  bearer: string | undefined
}

/** Before the access middleware has run: who it is, is asked only when a route needs to know. */
export type EntryContext = Omit<RequestContext, 'actor'> & {
  /** Asked once for each request; a stream, which goes on, asks `again`. */
  authenticate(input?: { again: boolean }): Promise<Actor | undefined>
}

/** For Hono apps that are mounted into ours, as the authentication service. `address` is the visitor's. */
export type HttpEnv = {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    address: string
    /** What a route is doing, also when it was answered for because it took too long. */
    work?: Promise<unknown>
  }
}
