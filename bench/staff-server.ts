// The server of the staff bench: the whole app as an administrator sees it, on a marketplace that exists. It answers each
// message with its processor time and its highest memory since the last one.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { Actor } from '#server/api/actor.ts'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { createApp } from '#server/http/app.ts'
import { settableClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import type { Platform } from '#server/platform/platform.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { readSettings } from '#server/platform/settings.ts'
import { benchNow } from './calendar.ts'
import { benchPlatform } from './platform.ts'
import { type ProcessorTime, processorTimeOf } from './processor-time.ts'

export type StaffServer = ProcessorTime & { memory: number }

const administrator: Actor = {
  userId: '019a9f07-0000-7000-8000-000000000001',
  sessionId: '019a9f00-0000-7000-8000-000000000002',
  email: 'administracion@bench.uy',
  roles: ['admin'],
  userType: 'patient',
  aal: 'aal2',
  hasSecondFactor: true,
  registrationPending: false,
}

/** The whole app, to which every caller is the administrator. */
export function createStaffApp(platform: Platform) {
  return createApp({
    platform,
    dev: false,
    authenticate: () => Promise.resolve(administrator),
    authService: createAuthService(platform),
    loadPages: () => Promise.resolve({ fetch: () => Promise.resolve(new Response('')) }),
  })
}

async function serve(url: string): Promise<void> {
  const settings = { ...readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' }), trustedProxies: 1 }
  const database = await connectDatabase({ url, log: createLog(settings) })
  const app = await createStaffApp(benchPlatform({ ...database, settings, clock: settableClock(benchNow) }))
  const server = createServer()
  await app.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
  const readTime = processorTimeOf(rows[0]?.pid ?? 0)

  let highest = 0
  const measure = () => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }
  setInterval(measure, 20)
  process.on('message', () => {
    measure()
    process.send?.({ ...readTime(), memory: highest } satisfies StaffServer)
    highest = process.memoryUsage.rss()
  })
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  process.on('disconnect', () => {
    void database.close().then(() => process.exit(0))
  })
}

const [url] = process.argv.slice(2)
if (process.send && url) await serve(url)
