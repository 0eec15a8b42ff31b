import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'

import type { Role } from '#contract/roles.ts'
import type { Actor } from '#server/api/actor.ts'
import type { HttpEnv } from '#server/api/context.ts'
import type { ApiRouter } from '#server/http/api-handler.ts'
import { createApp } from '#server/http/app.ts'
import type { PageHandler } from '#server/http/pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db } from '#server/platform/postgres/database.ts'

/** A signed-in user with these roles. A test that reads rows passes the id of an existing user. */
export function actorOf(roles: readonly Role[], userId = '019a9f00-0000-7000-8000-000000000001'): Actor {
  return {
    userId,
    sessionId: '019a9f00-0000-7000-8000-000000000002',
    email: 'persona@ejemplo.uy',
    roles,
    userType: roles.includes('center') ? 'center' : 'patient',
    aal: 'aal2',
    hasSecondFactor: true,
    isProven: true,
    registrationPending: false,
  }
}

type ServerInput = {
  platform: Platform
  routes?: ApiRouter
  pages?: PageHandler
  authenticate?: (bearer: string, db: Db) => Promise<Actor | undefined>
  authService?: Hono<HttpEnv>
  isStopping?: () => boolean
}

/**
 * The whole app behind a real HTTP server, closed after the test.
 * Without `authenticate`, a bearer token lists the names of its roles: `patient.admin`.
 */
export async function startTestServer(input: ServerInput): Promise<{ url: string }> {
  const { url, close } = await openTestServer(input)
  onTestFinished(close)
  return { url }
}

/** Like startTestServer(), for all tests of a file, which closes it: `beforeAll` may return `close`. */
export async function openTestServer({
  platform,
  authenticate,
  authService,
  routes,
  pages,
  isStopping,
}: ServerInput): Promise<{ url: string; close: () => Promise<void> }> {
  const knownRoles: readonly string[] = ['patient', 'center', 'moderator', 'admin']
  const byRoles = (bearer: string): Promise<Actor | undefined> => {
    const roles = bearer.split('.')
    return Promise.resolve(roles.every((role) => knownRoles.includes(role)) ? actorOf(roles as Role[]) : undefined)
  }
  const app = await createApp({
    platform,
    dev: false,
    authenticate: authenticate ?? byRoles,
    authService: authService ?? new Hono<HttpEnv>(),
    ...(isStopping && { isStopping }),
    routes,
    loadPages: () => Promise.resolve(pages ?? { fetch: () => Promise.resolve(new Response('<p>page</p>')) }),
  })
  const server = createServer()
  await app.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await app.close()
    },
  }
}
