import type pg from 'pg'
import { createFeed, readFeed } from '#server/features/calendar-feeds/calendar-feeds.usecases.ts'
import { exportRevenue, readRevenue } from '#server/features/payments/usecases/read-revenue.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { claim, quantilesOf, report, whole } from './figures.ts'
import { benchPlatform } from './platform.ts'

const samples = 20

/** Reads that are far larger than a week: a year of revenue, as sums and as a file, and the calendar feed. */
export async function benchYear(input: {
  db: Db
  pool: pg.Pool
  centerId: string
  from: string
  to: string
}): Promise<void> {
  const { centerId, from, to } = input
  const platform = benchPlatform(input)
  const period = { centerId, from, to }
  const { id: sessionId } = await openSession(platform, centerId)
  const { url } = await createFeed(platform, { userId: centerId, sessionId, centerId, professionalId: null })
  const token = /([\w-]+)\.ics$/.exec(url)?.[1] ?? ''
  const { total } = await readRevenue(platform, period)
  const { csv } = await exportRevenue(platform, period)
  const lines = csv.split('\r\n').length - 2
  claim(
    total.consultations > 20_000 && lines >= total.consultations,
    `${whole(total.consultations)} consultations in a year`,
  )
  report('a year of revenue', await timesOf(() => readRevenue(platform, period)))
  report('a year as a file', { ...(await timesOf(() => exportRevenue(platform, period))), lines: whole(lines) })
  const events = ((await readFeed(platform, { token })) ?? '').split('BEGIN:VEVENT').length - 1
  report('the whole centre’s calendar', {
    ...(await timesOf(() => readFeed(platform, { token }))),
    events: whole(events),
  })
}

async function timesOf(work: () => Promise<unknown>): Promise<Record<string, string>> {
  const times: number[] = []
  for (let index = -2; index < samples; index++) {
    const startedAt = performance.now()
    await work()
    if (index >= 0) times.push(performance.now() - startedAt)
  }
  return quantilesOf(times)
}
