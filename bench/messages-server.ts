// One of the two server processes of the messages bench: the whole app on the database of its first argument.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { createApp } from '#server/http/app.ts'
import { createLog } from '#server/platform/log.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { readSettings } from '#server/platform/settings.ts'
import { benchPlatform } from './platform.ts'

const [url = ''] = process.argv.slice(2)
const settings = { ...readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' }), trustedProxies: 1 }
const base = benchPlatform({ ...(await connectDatabase({ url, log: createLog(settings) })), settings })
const app = await createApp({
  platform: base,
  dev: false,
  authenticate: (bearer) => authenticate(base, bearer),
  authService: createAuthService(base),
  loadPages: () => Promise.resolve({ fetch: () => Promise.resolve(new Response('')) }),
})
const server = createServer()
await app.attach(server)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
process.on('message', () => {
  // Twice: the first collection queues what the second one frees.
  globalThis.gc?.()
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ rss, used: heapUsed + external })
})
process.on('disconnect', () => process.exit(0))
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
