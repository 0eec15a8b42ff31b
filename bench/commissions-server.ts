// The server of the commissions bench: the whole app as a moderator sees it, on a marketplace that exists. It reports the
// highest memory since the last message.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Actor } from '#server/api/actor.ts'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { createApp } from '#server/http/app.ts'
import { settableClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { readSettings } from '#server/platform/settings.ts'
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
  registrationPending: false,
}

const [url = ''] = process.argv.slice(2)
const settings = { ...readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' }), trustedProxies: 1 }
const database = await connectDatabase({ url, log: createLog(settings) })
const platform = benchPlatform({ ...database, settings, clock: settableClock(benchNow) })
const app = await createApp({
  platform,
  dev: false,
  authenticate: () => Promise.resolve(moderator),
  authService: createAuthService(platform),
  loadPages: () => Promise.resolve({ fetch: () => Promise.resolve(new Response('')) }),
})
const server = createServer()
await app.attach(server)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

let highest = 0
const measure = () => {
  highest = Math.max(highest, process.memoryUsage.rss())
}
setInterval(measure, 20)
process.on('message', () => {
  measure()
  process.send?.(highest)
  highest = process.memoryUsage.rss()
})
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
process.on('disconnect', () => {
  void database.close().then(() => process.exit(0))
})
