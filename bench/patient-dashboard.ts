// What the dashboard of a patient requests, for a patient with 20 appointments and for one with 2,000.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { newId } from '#server/platform/ids.ts'
import { nthTime } from './calendar.ts'
import { type Connection, openConnection } from './connection.ts'
import type { BookingSetup } from './distinct-bookings-server.ts'
import { claim, median, milliseconds, quantile, report } from './figures.ts'

const paths = [
  '/api/v1/appointments?scope=upcoming',
  '/api/v1/appointments?scope=history',
  '/api/v1/appointments/figures',
  '/api/v1/me/therapies',
  '/api/v1/me/reminders',
  '/api/v1/checkouts',
]
const samples = 300
const calendars = 12
const sizes = { few: 20, many: 2000 } as const

export async function benchPatientDashboard(): Promise<void> {
  const server = fork(new URL('./distinct-bookings-server.ts', import.meta.url), [String(calendars), '2'])
  const [setup] = (await once(server, 'message')) as [BookingSetup]
  const pool = new pg.Pool({ connectionString: setup.databaseUrl, max: 2 })
  pool.on('error', () => undefined)
  const connection = await openConnection(setup.origin)
  try {
    const [few, many] = setup.patients
    if (!few || !many) throw new Error('no patients')
    await insertAppointments({ pool, setup, patientId: few.patientId, count: sizes.few })
    await insertAppointments({ pool, setup, patientId: many.patientId, count: sizes.many })
    await pool.query('analyze')
    const times: Record<keyof typeof sizes, number[]> = { few: [], many: [] }
    for (let sample = 0; sample < samples; sample++) {
      times.few.push(await load(connection, few.token))
      times.many.push(await load(connection, many.token))
    }
    const p99 = (size: keyof typeof sizes) => quantile({ samples: times[size], share: 0.99 })
    for (const size of ['few', 'many'] as const) {
      report(`the dashboard's requests, ${sizes[size]} appointments`, {
        p50: milliseconds(median(times[size])),
        p99: milliseconds(p99(size)),
      })
    }
    report('  p99 of the larger one', { ratio: (p99('many') / p99('few')).toFixed(2), target: '1.50' })
  } finally {
    connection.close()
    await pool.end()
    server.disconnect()
    await once(server, 'exit')
  }
}

type Appointments = { pool: pg.Pool; setup: BookingSetup; patientId: string; count: number }

/** Inserts appointments, all but two of them in the past, spread over the professionals. */
async function insertAppointments({ pool, setup, patientId, count }: Appointments): Promise<void> {
  const { rows } = await pool.query('select count(*)::int as count from appointments')
  const offset: number = rows[0].count
  for (let n = 0; n < count; n++) {
    const { centerId, professionalId, serviceId } = setup.calendars[n % calendars] ?? {}
    const isPast = n >= 2
    const startsAt = isPast ? new Date(nthTime(0).getTime() - (offset + n + 300) * 3_600_000) : nthTime(offset + n)
    await pool.query(
      `insert into appointments (id, center_id, professional_id, service_id, patient_id, status, during, price, booked_at)
       values ($1, $2, $3, $4, $5, $6, tstzrange($7, $7::timestamptz + interval '30 minutes'), 120000, now())`,
      [newId(), centerId, professionalId, serviceId, patientId, isPast ? 'completed' : 'confirmed', startsAt],
    )
  }
  const { rows: stored } = await pool.query('select count(*)::int as count from appointments where patient_id = $1', [
    patientId,
  ])
  claim(stored[0].count === count, `the patient has ${count} appointments`)
}

/** @returns the milliseconds of all requests, one after the other */
async function load(connection: Connection, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const started = performance.now()
  for (const path of paths) {
    const { status, body } = await connection.send({ method: 'GET', path, headers })
    if (status !== 200) throw new Error(`${path} responded ${status}: ${body}`)
  }
  return performance.now() - started
}
