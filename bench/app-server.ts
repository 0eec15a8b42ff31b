import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Actor } from '#server/api/actor.ts'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { type App, createApp } from '#server/http/app.ts'
import { listen } from '#server/platform/http-server.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { accountResets } from '#server/processes/reset-account.ts'

type Authenticate = (bearer: string, db: Db) => Promise<Actor | undefined>

/** The whole app, with empty pages. By default it checks each bearer as in production. */
export function createBenchApp(
  platform: Platform,
  check: Authenticate = (bearer, db) => authenticate({ ...platform, db }, bearer),
): Promise<App> {
  return createApp({
    platform,
    dev: false,
    authenticate: check,
    authService: createAuthService(platform, { resets: accountResets }),
    loadPages: () => Promise.resolve({ fetch: () => Promise.resolve(new Response('')) }),
  })
}

/** Serves the app on a free port until the process ends. @returns its origin */
export const serveApp = async (app: App): Promise<string> => (await openServer(app)).origin

/** Serves the app on a free port until it is closed. */
export async function openServer(app: App) {
  const server = createServer()
  await app.attach(server)
  await listen({ server, host: '127.0.0.1', port: 0 })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await app.close()
    },
  }
}

const sampleMs = 300

/**
 * Responds to `track memory` with the memory that this process holds, and to `memory` with the most that it has held since.
 * Garbage does not count: V8 lets it grow with the memory of the machine, so each sample follows a collection. Requires
 * --expose-gc.
 */
export function trackMemory(): void {
  let highest = 0
  let sampling: NodeJS.Timeout | undefined
  const sample = () => {
    // The first collection queues memory that only the second one frees.
    globalThis.gc?.()
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    highest = Math.max(highest, heapUsed + external)
  }
  process.on('message', (message) => {
    if (message !== 'track memory' && message !== 'memory') return
    clearInterval(sampling)
    if (message === 'track memory') {
      highest = 0
      sampling = setInterval(sample, sampleMs)
    }
    sample()
    process.send?.(highest)
  })
}
