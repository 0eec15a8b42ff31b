// The server of the commissions bench: the whole app as a moderator sees it, on an existing marketplace.
import type { Actor } from '#server/api/actor.ts'
import { settableClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { readSettings } from '#server/platform/settings.ts'
import { createBenchApp, serveApp, trackMemory } from './app-server.ts'
import { benchNow } from './calendar.ts'
import { benchPlatform } from './platform.ts'

const moderator: Actor = {
  userId: '019a9f00-0000-7000-8000-000000000001',
  sessionId: '019a9f00-0000-7000-8000-000000000002',
  email: 'moderacion@bench.uy',
  roles: ['moderator'],
  userType: 'patient',
  aal: 'aal2',
  hasSecondFactor: true,
  isProven: true,
  registrationPending: false,
}

const [url = ''] = process.argv.slice(2)
const settings = { ...readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' }), trustedProxies: 1 }
const database = await connectDatabase({ url, log: createLog(settings) })
const platform = benchPlatform({ ...database, settings, clock: settableClock(benchNow) })
const app = await createBenchApp(platform, () => Promise.resolve(moderator))
trackMemory()
process.send?.(await serveApp(app))
process.on('disconnect', () => {
  void database.close().then(() => process.exit(0))
})
