// The server of the bench of distinct bookings: the whole app over HTTP, with people who are signed in and mails queued.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { createApp } from '#server/http/app.ts'
import { settableClock } from '#server/platform/clock.ts'
import { readSettings } from '#server/platform/settings.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { benchNow, insertCalendar, insertPatients } from './calendar.ts'
import { benchDatabase } from './database.ts'
import { benchPlatform } from './platform.ts'
import { processorTimeOf } from './processor-time.ts'

export type BookingPlaces = {
  origin: string
  databaseUrl: string
  calendars: { centerId: string; professionalId: string; serviceId: string }[]
  patients: { patientId: string; token: string }[]
}

const [calendarCount = 0, patientCount = 0] = process.argv.slice(2).map(Number)
const database = await benchDatabase()
const settings = { ...readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' }), trustedProxies: 1 }
// The sessions are of now, by the server's clock.
const platform = benchPlatform({ ...database, settings, clock: settableClock(benchNow) })

const calendars: BookingPlaces['calendars'] = []
for (let n = 0; n < calendarCount; n++) calendars.push(await insertCalendar(database.db))
const patients: BookingPlaces['patients'] = []
for (const patientId of await insertPatients(database.db, patientCount)) {
  const { tokens } = await signIn(platform, patientId)
  patients.push({ patientId, token: tokens.access_token })
}

const app = await createApp({
  platform,
  dev: false,
  authenticate: (bearer, db) => authenticate({ ...platform, db }, bearer),
  authService: createAuthService(platform),
  loadPages: () => Promise.resolve({ fetch: () => Promise.resolve(new Response('')) }),
})
const server = createServer()
await app.attach(server)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
const readTime = processorTimeOf(rows[0]?.pid ?? 0)
process.send?.({
  origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  databaseUrl: database.url,
  calendars,
  patients,
} satisfies BookingPlaces)
process.on('message', () => process.send?.(readTime()))
process.on('disconnect', () => {
  void database.stop().then(() => process.exit(0))
})
