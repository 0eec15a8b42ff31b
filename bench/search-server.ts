// The server of the search bench: the whole app on a marketplace that exists, at the time of the benches' clock.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { createApp } from '#server/http/app.ts'
import { settableClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { readSettings } from '#server/platform/settings.ts'
import { benchNow } from './calendar.ts'
import { benchPlatform } from './platform.ts'

const [url = ''] = process.argv.slice(2)
const settings = { ...readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' }), trustedProxies: 1 }
const database = await connectDatabase({ url, log: createLog(settings) })
const platform = benchPlatform({ ...database, settings, clock: settableClock(benchNow) })
const app = await createApp({
  platform,
  dev: false,
  authenticate: () => Promise.resolve(undefined),
  authService: createAuthService(platform),
  loadPages: () => Promise.resolve({ fetch: () => Promise.resolve(new Response('')) }),
})
const server = createServer()
await app.attach(server)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
process.on('disconnect', () => {
  void database.close().then(() => process.exit(0))
})
