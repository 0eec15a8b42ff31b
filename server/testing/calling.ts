import { createRouterClient, type RouterClient } from '@orpc/server'
import type { EntryContext } from '#server/api/context.ts'
import type { ApiRouter } from '#server/http/api-handler.ts'
import type { Platform } from '#server/platform/platform.ts'
import { actorOf } from './app-server.ts'

type Caller = Pick<EntryContext, 'bearer' | 'authenticate'>

/**
 * Calls the routes as this account, without HTTP. Undefined: without a session.
 * If the kind of session matters, pass a whole caller.
 */
export function clientOf<Routes extends ApiRouter>(
  platform: Platform,
  routes: Routes,
  who: string | undefined | Caller,
): RouterClient<Routes> {
  const { bearer, authenticate } = typeof who === 'object' ? who : callerOf(who)
  const context: EntryContext = {
    platform,
    requestId: 'prueba',
    visitor: { address: '203.0.113.1', key: () => undefined, ensureKey: () => 'clave', setCookie: () => undefined },
    bearer,
    authenticate,
  }
  // oRPC can't infer that routes of a generic type accept this context, but can for ApiRouter.
  return createRouterClient<ApiRouter, Record<never, never>>(routes, { context }) as RouterClient<Routes>
}

function callerOf(userId: string | undefined): Caller {
  const actor = userId === undefined ? undefined : actorOf(['patient'], userId)
  return { bearer: userId, authenticate: () => Promise.resolve(actor) }
}
