// A month of free times for one professional with 500 appointments, beside the bare query for the same rows.
import { listFreeTimes } from '#server/features/appointments/usecases/list-free-times.ts'
import { settableClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { benchNow, insertCalendar, insertPatients, nthTime } from './calendar.ts'
import { benchDatabase } from './database.ts'
import { claim, median, quantilesOf, report } from './figures.ts'
import { benchPlatform } from './platform.ts'

const appointments = 500
const samples = 1000

export async function benchFreeTimes(): Promise<void> {
  const database = await benchDatabase()
  try {
    const { db, pool } = database
    const platform = benchPlatform({ db, pool, clock: settableClock(benchNow) })
    const calendar = await insertCalendar(db)
    const patients = await insertPatients(db, appointments)
    // Every other time of the first weeks until the month is full; the rest after the month.
    for (const [index, patientId] of patients.entries()) {
      await pool.query(
        `insert into appointments (id, center_id, professional_id, service_id, patient_id, status, during, price)
         values ($1, $2, $3, $4, $5, 'confirmed', tstzrange($6, $6::timestamptz + interval '30 minutes'), 120000)`,
        [newId(), calendar.centerId, calendar.professionalId, calendar.serviceId, patientId, nthTime(index * 2)],
      )
    }
    await pool.query('analyze appointments')
    const range = ['2026-12-07T03:00:00Z', '2027-01-06T03:00:00Z']
    const request = {
      caller: { userId: undefined, visitorKey: undefined },
      centerId: calendar.centerId,
      serviceIds: [calendar.serviceId],
      from: '2026-12-07',
      days: 30,
    }
    const { days } = await listFreeTimes(platform, request)
    const booked = await queryAppointments(range)
    const free = days.reduce((sum, day) => sum + day.times.length, 0)
    claim(free + booked === 26 * 18, `${free} free and ${booked} booked times are the month's ${26 * 18}`)

    const figures = { listing: [] as number[], query: [] as number[] }
    for (let index = 0; index < samples; index++) {
      figures.listing.push(await timeOf(() => listFreeTimes(platform, request)))
      figures.query.push(await timeOf(() => queryAppointments(range)))
    }
    report('free times of a month', quantilesOf(figures.listing))
    report('  bare query for its appointments', quantilesOf(figures.query))
    report('  of the bare query', {
      ratio: (median(figures.listing) / median(figures.query)).toFixed(2),
      target: '1.50',
    })

    async function queryAppointments([from, to]: string[]): Promise<number> {
      const { rows } = await pool.query(
        `select starts_at, ends_at from appointments where professional_id = $1 and during && tstzrange($2, $3)
         and status in ('held', 'pending', 'confirmed', 'completed')`,
        [calendar.professionalId, from, to],
      )
      return rows.length
    }
  } finally {
    await database.stop()
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
