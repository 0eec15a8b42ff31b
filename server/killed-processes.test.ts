import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import { buildPatient, buildService, verifyEmail } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { type Running, startSenda } from '#server/testing/processes.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { stormSize } from '#server/testing/storm.ts'
import { createStormClient } from '#server/testing/storm-client.ts'

/** Uses the real clock, as the processes do. */
const platform = await testPlatform({ start: new Date() })
const { db } = platform
const env = {
  DATABASE_URL: platform.databaseUrl,
  SECRET_KEY: Buffer.from(platform.secret).toString(),
  PUBLIC_URL: platform.settings.publicUrl,
  TRUSTED_PROXIES: '1',
}

const kills = stormSize({ short: 1, long: 8 })
const msPerRound = stormSize({ short: 2000, long: 5000 })
const bookingsPerRound = 12
const clients = 12

/** What the clients know of their bookings. `unknown`: the confirmation got no response. `uncertain`: the cancellation got none. */
type Seen = { confirmed: Set<string>; unknown: Set<string>; cancelled: Set<string>; uncertain: Set<string> }

test('no booking that a patient saw confirmed is lost or duplicated when a process is killed', {
  timeout: 120_000 + kills * 60_000,
}, async () => {
  const services = await Promise.all([1, 2, 3].map(() => buildService(platform)))
  const first = await startSenda({ env })
  const processes: Running[] = [first, await startSenda({ env })]
  const seen: Seen = { confirmed: new Set(), unknown: new Set(), cancelled: new Set(), uncertain: new Set() }
  const progress = { isOver: false }
  const working = Array.from({ length: clients }, (_, n) =>
    runClient({ processes, serviceIds: services.map(({ serviceId }) => serviceId), seen, progress, n }),
  )
  for (let round = 0; round < kills; round += 1) {
    await untilConfirmed(seen, bookingsPerRound * (round + 1))
    await processes[round % 2]?.kill()
    processes[round % 2] = await startSenda({ env })
  }
  await untilConfirmed(seen, bookingsPerRound * (kills + 1))
  progress.isOver = true
  await Promise.all(working)
  process.stdout.write(
    `${kills} kills: ${seen.confirmed.size} bookings confirmed, ${seen.unknown.size} without a response\n`,
  )
  await expectNothingLost(seen)
})

/** Waits for the round's time, and longer on a machine that books fewer in it; the test's timeout bounds it. */
async function untilConfirmed({ confirmed }: Seen, count: number): Promise<void> {
  await pause(msPerRound)
  while (confirmed.size < count) await pause(100)
}

async function expectNothingLost(seen: Seen): Promise<void> {
  expect(seen.confirmed.size).toBeGreaterThan(20)
  const rows = await db
    .selectFrom('appointments')
    .where('booked_at', 'is not', null)
    .select(['id', 'status', 'patient_id'])
    .execute()
  const statuses = new Map(rows.map(({ id, status }) => [id, status]))
  for (const id of seen.confirmed) {
    const expected = seen.cancelled.has(id)
      ? ['cancelled']
      : ['confirmed', ...(seen.uncertain.has(id) ? ['cancelled'] : [])]
    expect(expected, id).toContain(statuses.get(id))
  }
  // A booking that no patient saw confirmed is one whose response the kill cut off.
  for (const { id } of rows) expect(seen.confirmed.has(id) || seen.unknown.has(id), id).toBe(true)

  const { rows: overlaps } = await sql`
    select from appointments one join appointments other
      on other.professional_id = one.professional_id and other.id > one.id and other.during && one.during
    where one.status in ('held', 'pending', 'confirmed') and other.status in ('held', 'pending', 'confirmed')`.execute(
    db,
  )
  expect(overlaps).toHaveLength(0)
  const { mails } = await db
    .selectFrom('outbound_mails')
    .where('kind', 'in', ['appointments.booked', 'appointments.booked.center'])
    .select((eb) => eb.fn.countAll<number>().as('mails'))
    .executeTakeFirstOrThrow()
  expect(mails).toBe(2 * rows.length)
}

type Client = {
  processes: readonly Running[]
  serviceIds: readonly string[]
  seen: Seen
  progress: { isOver: boolean }
  n: number
}

/** Holds, confirms and sometimes cancels times for which other clients compete; each request goes to one of the two processes. */
async function runClient({ processes, serviceIds, seen, progress, n }: Client): Promise<void> {
  while (!progress.isOver) {
    const { patientId } = await buildPatient(platform)
    await verifyEmail(platform, { userId: patientId })
    const { tokens } = await signIn(platform, patientId)
    const post = createStormClient({ processes, bearer: tokens.access_token })
    const send = async (path: string, body: object) => {
      const response = await post<{ id: string; terms: string }>(`/api/v1/appointments/${path}`, body)
      // The client retries until the process runs again.
      if (response === undefined) await pause(50)
      return response
    }
    for (let booking = 0; booking < 4 && !progress.isOver; booking += 1) {
      const serviceId = serviceIds[(n + booking) % serviceIds.length]
      const held = await send('hold', { serviceId, startsAt: someTime(), place: 'center' })
      if (held?.status !== 201) continue
      const { id, terms } = held.body
      const confirmed = await send(`${id}/confirm`, { terms })
      if (confirmed === undefined) seen.unknown.add(id)
      if (confirmed?.status !== 200) continue
      seen.confirmed.add(id)
      if (booking % 2 === 0) continue
      const cancelled = await send(`${id}/cancel`, { reason: '', terms: confirmed.body.terms })
      if (cancelled?.status === 200) seen.cancelled.add(id)
      else seen.uncertain.add(id)
    }
  }
}

/** From nine in Montevideo to half past twelve. */
const morning = { utcHour: 12, halfHours: 7 }

/** A half hour in the morning of one of the next eighty days. */
function someTime(): string {
  const day = new Date(Date.now() + (2 + Math.floor(Math.random() * 80)) * dayMs)
  day.setUTCHours(morning.utcHour, 0, 0, 0)
  return new Date(day.getTime() + Math.floor(Math.random() * morning.halfHours) * 30 * minuteMs).toISOString()
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
