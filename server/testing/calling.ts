import type { EntryContext } from '#server/http/context.ts'
import { actorOf } from '#server/http/test-server.ts'
import type { Platform } from '#server/platform/platform.ts'

/** What a route's handler gets when somebody with this account calls it; undefined: somebody without one. */
export function callingAs(platform: Platform, userId: string | undefined): EntryContext {
  return {
    platform,
    requestId: 'prueba',
    visitor: { address: '203.0.113.1', key: () => undefined, ensureKey: () => 'clave' },
    bearer: userId,
    authenticate: () => Promise.resolve(userId === undefined ? undefined : actorOf(['patient'], userId)),
  }
}
