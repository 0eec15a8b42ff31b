// The server of the bench of distinct bookings: the whole app over HTTP, with people who are signed in and mails queued.
import { sql } from 'kysely'
import { settableClock } from '#server/platform/clock.ts'
import { readSettings } from '#server/platform/settings.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { createBenchApp, serveApp } from './app-server.ts'
import { benchNow, insertCalendar, insertPatients } from './calendar.ts'
import { benchDatabase } from './database.ts'
import { benchPlatform } from './platform.ts'
import { processorTimeOf } from './processor-time.ts'

export type BookingSetup = {
  origin: string
  databaseUrl: string
  calendars: { centerId: string; professionalId: string; serviceId: string }[]
  patients: { patientId: string; token: string }[]
}

const [calendarCount = 0, patientCount = 0] = process.argv.slice(2).map(Number)
const database = await benchDatabase()
const settings = { ...readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' }), trustedProxies: 1 }
// Sessions begin at the time of this clock.
const platform = benchPlatform({ ...database, settings, clock: settableClock(benchNow) })

const calendars: BookingSetup['calendars'] = []
for (let n = 0; n < calendarCount; n++) calendars.push(await insertCalendar(database.db))
const patients: BookingSetup['patients'] = []
for (const patientId of await insertPatients(database.db, patientCount)) {
  const { tokens } = await signIn(platform, patientId)
  patients.push({ patientId, token: tokens.access_token })
}

const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
const readTime = processorTimeOf(rows[0]?.pid ?? 0)
process.send?.({
  origin: await serveApp(await createBenchApp(platform)),
  databaseUrl: database.url,
  calendars,
  patients,
} satisfies BookingSetup)
process.on('message', () => process.send?.(readTime()))
process.on('disconnect', () => {
  void database.stop().then(() => process.exit(0))
})
