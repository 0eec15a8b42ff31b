// 2,000 future appointments from a file, checked, brought in, brought in again and undone, over HTTP and on a durable database.
import { packAppointment } from '#contract/appointment-files.ts'
import { newId } from '#server/platform/ids.ts'
import { readSettings } from '#server/platform/settings.ts'
import { buildProfessional, buildService } from '#server/testing/builders.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { partsOf } from '#web/features/contacts/import/appointments/check-appointments.ts'
import { createBenchApp, openServer } from './app-server.ts'
import { benchDatabase } from './database.ts'
import { claim, quantilesOf, report } from './figures.ts'
import { benchPlatform } from './platform.ts'

const professionals = 8
const appointments = 2000
const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMinute: 8 * 60, endMinute: 20 * 60 }))
const firstDay = Date.UTC(2026, 11, 1)
const dayMs = 24 * 3600 * 1000

/** Ten appointments a day for each professional, of 500 people. */
const rowsFor = (serviceIds: readonly string[]) =>
  Array.from({ length: appointments }, (_, n) => {
    const place = Math.floor(n / serviceIds.length)
    const day = new Date(firstDay + Math.floor(place / 10) * dayMs).toISOString().slice(0, 10)
    const person = n % 500
    return {
      ...{ line: n + 2, serviceId: serviceIds[n % serviceIds.length] ?? '', answer: '' },
      cells: {
        ...{ date: day, time: `${9 + (place % 10)}:00`, name: `Persona ${lettersOf(person)}`, price: '1.500' },
        phone: `09${(1_000_000 + person * 17).toString().padStart(7, '0')}`,
      },
    }
  })

/** A name for a number, in letters. */
const lettersOf = (n: number): string =>
  n < 26 ? String.fromCharCode(97 + n) : lettersOf(Math.floor(n / 26) - 1) + lettersOf(n % 26)

export async function benchAppointmentImport(): Promise<void> {
  const database = await benchDatabase()
  const settings = { ...readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' }), trustedProxies: 1 }
  const platform = benchPlatform({ ...database, settings })
  const server = await openServer(await createBenchApp(platform))
  try {
    const first = await buildService(platform, { hours: everyDay })
    const { centerId } = first
    const serviceIds = [first.serviceId]
    while (serviceIds.length < professionals) {
      const { professionalId } = await buildProfessional(platform, { centerId, hours: everyDay })
      serviceIds.push((await buildService(platform, { centerId, professionalId })).serviceId)
    }
    const { tokens } = await signIn(platform, centerId)
    const call = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' }
      const address = `${server.origin}/api/v1/centers/${centerId}/appointment-imports${path}`
      const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as { added: number; left: number }
    }
    const parts = partsOf(rowsFor(serviceIds)).map((part) => part.map(packAppointment))
    const timed = async (name: string, work: (rows: string[]) => Promise<unknown>) => {
      const durations: number[] = []
      for (const part of parts) {
        const sentAt = performance.now()
        await work(part)
        durations.push(performance.now() - sentAt)
      }
      const seconds = durations.reduce((sum, each) => sum + each, 0) / 1000
      report(name, { seconds: seconds.toFixed(1), requests: String(parts.length), ...quantilesOf(durations) })
    }
    const bring = async () => {
      const importId = newId()
      const counts = { planned: appointments, known: 0, refused: 0 }
      await call('', { importId, fileName: 'citas.csv', ...counts, tells: false })
      let added = 0
      const send = async (rows: string[]) => {
        added += (await call(`/${importId}/rows`, { rows, evenOutsideHours: true })).added
      }
      return { importId, send, added: () => added }
    }
    await timed('check 2,000 lines', (rows) => call('/check', { rows }))
    const brought = await bring()
    await timed('bring in 2,000 appointments', brought.send)
    claim(brought.added() === appointments, `each of them is booked (${brought.added()})`)
    const second = await bring()
    await timed('the same file again', second.send)
    claim(second.added() === 0, 'none of them twice')
    const beganAt = performance.now()
    let left = appointments
    while (left > 0) left = (await call(`/${brought.importId}/undo`, {})).left
    report('undo', { seconds: ((performance.now() - beganAt) / 1000).toFixed(1) })
    const { rows } = await platform.pool.query<{ count: number }>(
      'select count(*)::int as count from appointments where center_id = $1',
      [centerId],
    )
    claim(rows[0]?.count === 0, 'none of them is left')
  } finally {
    await server.close()
    await database.stop()
  }
}
