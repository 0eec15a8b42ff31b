// One of the two server processes of the messages bench: the whole app on the database of its first argument.
import { createLog } from '#server/platform/log.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { readSettings } from '#server/platform/settings.ts'
import { createBenchApp, serveApp } from './app-server.ts'
import { benchPlatform } from './platform.ts'

const [url = ''] = process.argv.slice(2)
const settings = { ...readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' }), trustedProxies: 1 }
const platform = benchPlatform({ ...(await connectDatabase({ url, log: createLog(settings) })), settings })
process.on('message', () => {
  // The first collection queues memory that only the second one frees.
  globalThis.gc?.()
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ rss, used: heapUsed + external })
})
process.on('disconnect', () => process.exit(0))
process.send?.(await serveApp(await createBenchApp(platform)))
