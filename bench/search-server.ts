// The server of the search bench: the whole app on an existing marketplace, at the time of the clock of the benches.
import { settableClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { readSettings } from '#server/platform/settings.ts'
import { createBenchApp, serveApp } from './app-server.ts'
import { benchNow } from './calendar.ts'
import { benchPlatform } from './platform.ts'

const [url = ''] = process.argv.slice(2)
const settings = { ...readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' }), trustedProxies: 1 }
const database = await connectDatabase({ url, log: createLog(settings) })
const platform = benchPlatform({ ...database, settings, clock: settableClock(benchNow) })
const app = await createBenchApp(platform, () => Promise.resolve(undefined))
process.send?.(await serveApp(app))
process.on('disconnect', () => {
  void database.close().then(() => process.exit(0))
})
