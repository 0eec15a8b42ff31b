import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Actor } from '#server/api/actor.ts'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { type App, createApp } from '#server/http/app.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db } from '#server/platform/postgres/database.ts'

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
    authService: createAuthService(platform),
    loadPages: () => Promise.resolve({ fetch: () => Promise.resolve(new Response('')) }),
  })
}

/** Serves the app on a free port. @returns its origin */
export async function serveApp(app: App): Promise<string> {
  const server = createServer()
  await app.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Tracks this process's memory. @returns a function that reads the highest value since it was last called */
export function trackMemory(): () => number {
  let highest = 0
  const measure = () => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }
  setInterval(measure, 20)
  return () => {
    measure()
    const result = highest
    highest = process.memoryUsage.rss()
    return result
  }
}
