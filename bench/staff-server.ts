// The server of the staff bench: the whole app as an administrator sees it, on an existing marketplace. It responds to
// the message `time` with its processor time.
import { sql } from 'kysely'
import type { Actor } from '#server/api/actor.ts'
import { settableClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import type { Platform } from '#server/platform/platform.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { readSettings } from '#server/platform/settings.ts'
import { createBenchApp, serveApp, trackMemory } from './app-server.ts'
import { benchNow } from './calendar.ts'
import { benchPlatform } from './platform.ts'
import { processorTimeOf } from './processor-time.ts'

const administrator: Actor = {
  userId: '019a9f07-0000-7000-8000-000000000001',
  sessionId: '019a9f00-0000-7000-8000-000000000002',
  email: 'administracion@bench.uy',
  roles: ['admin'],
  userType: 'patient',
  aal: 'aal2',
  hasSecondFactor: true,
  isProven: true,
  registrationPending: false,
}

/** The whole app, to which every caller is the administrator. */
export function createStaffApp(platform: Platform) {
  return createBenchApp(platform, () => Promise.resolve(administrator))
}

async function serve(url: string): Promise<void> {
  const settings = { ...readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' }), trustedProxies: 1 }
  const database = await connectDatabase({ url, log: createLog(settings) })
  const app = await createStaffApp(benchPlatform({ ...database, settings, clock: settableClock(benchNow) }))
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
  const readTime = processorTimeOf(rows[0]?.pid ?? 0)
  trackMemory()
  process.on('message', (message) => message === 'time' && process.send?.(readTime()))
  process.send?.(await serveApp(app))
  process.on('disconnect', () => {
    void database.close().then(() => process.exit(0))
  })
}

const [url] = process.argv.slice(2)
if (process.send && url) await serve(url)
