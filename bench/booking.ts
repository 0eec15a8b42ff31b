// 2,000 attempts of 32 clients in two processes to book 40 times, beside the bare insert of the same rows.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { appointmentErrors } from '#contract/appointments.ts'
import type { Attempt, Outcome, Round } from './booking-worker.ts'
import { insertCalendar, insertPatients, nthTime } from './calendar.ts'
import { benchDatabase } from './database.ts'
import { claim, median, report, whole } from './figures.ts'

const attemptsPerRound = 2000
const timesPerRound = 40
const rounds = 7

export async function benchBooking(): Promise<void> {
  const database = await benchDatabase()
  const workers = [0, 1].map(() => fork(new URL('./booking-worker.ts', import.meta.url), [database.url]))
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')))
    const patients = await insertPatients(database.db, attemptsPerRound)
    const rates: Record<Round['mode'], number[]> = { booking: [], insert: [] }
    const refusals: Record<string, number> = {}
    let booked = 0
    // The first round of each is a warm-up and is not counted.
    for (let round = 0; round <= rounds; round++) {
      for (const mode of ['booking', 'insert'] as const) {
        const calendar = await insertCalendar(database.db)
        const attempts = patients.map(
          (patientId, index): Attempt => ({
            patientId,
            startsAt: nthTime(round * timesPerRound + (index % timesPerRound)).toISOString(),
          }),
        )
        const started = performance.now()
        const outcomes = await Promise.all(
          workers.map(async (worker, half) => {
            const done = once(worker, 'message')
            worker.send({
              mode,
              calendar,
              attempts: attempts.filter((_, index) => Math.floor(index / timesPerRound) % 2 === half),
            } satisfies Round)
            return ((await done) as [Outcome])[0]
          }),
        )
        const seconds = (performance.now() - started) / 1000
        const wins = outcomes.reduce((sum, outcome) => sum + outcome.booked, 0)
        if (wins !== timesPerRound) throw new Error(`${mode}: ${wins} of ${timesPerRound} times were taken`)
        if (mode === 'booking') {
          booked += wins
          for (const outcome of outcomes)
            for (const [refusal, count] of Object.entries(outcome.refusals))
              refusals[refusal] = (refusals[refusal] ?? 0) + count
        }
        if (round > 0) rates[mode].push(attemptsPerRound / seconds)
      }
    }
    const overlaps = await sql<{ count: number }>`
      select count(*) from appointments a join appointments b on a.id < b.id and a.during && b.during
        and (a.professional_id = b.professional_id) where a.status <> 'cancelled' and b.status <> 'cancelled'`.execute(
      database.db,
    )
    const deadlocks = await sql<{
      deadlocks: number
    }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(database.db)
    claim(
      booked === timesPerRound * (rounds + 1),
      `exactly ${timesPerRound} of ${attemptsPerRound} attempts succeed in every round`,
    )
    claim(overlaps.rows[0]?.count === 0, 'no two appointments overlap')
    claim(deadlocks.rows[0]?.deadlocks === 0, 'no deadlock')
    const losers = Object.keys(refusals)
    const { message } = appointmentErrors['appointments.slot_taken']
    claim(losers.length === 1 && losers[0] === `appointments.slot_taken: ${message}`, `every loser reads «${message}»`)
    const ratio = median(rates.booking.map((rate, index) => rate / (rates.insert[index] ?? Number.NaN)))
    report('booking attempts', {
      'per second': whole(median(rates.booking)),
      'bare insert': whole(median(rates.insert)),
      ratio: ratio.toFixed(2),
      target: '0.30',
    })
  } finally {
    for (const worker of workers) worker.disconnect()
    await database.stop()
  }
}
