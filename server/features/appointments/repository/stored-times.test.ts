import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { gridMinutes, zone } from '#contract/calendar.ts'
import { repairWeeklyStarts } from '#server/features/centers/repository/services.ts'
import { newId } from '#server/platform/ids.ts'
import { localDays, minuteMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { freeStartsOn } from '../rules/free-times.ts'
import { startsOf } from '../rules/start-masks.ts'
import { countStaleWeeklyStarts, hasFreeStart, listFreeStarts } from './stored-times.ts'

let platform: TestPlatform
let offer: { centerId: string; professionalId: string; serviceId: string }
let patientId: string

beforeAll(async () => {
  platform = await testPlatform()
  offer = await buildService(platform)
  patientId = (await buildPatient(platform)).patientId
})

const from = '2026-11-20'
const days = localDays({ zone, from, days: 4 })
const midnight = days[0]?.instantAt(0) ?? Number.NaN
const always = { earliest: new Date(-8.64e15), latest: new Date(8.64e15) }

/** The hours of one weekday, in minutes. Intervals may touch; the database refuses an overlap. */
const hours = fc
  .uniqueArray(fc.integer({ min: 0, max: 288 }), { minLength: 0, maxLength: 6 })
  .map((cuts) => cuts.sort((a, b) => a - b).map((cut) => cut * 5))
  .map((cuts) => cuts.slice(1).map((end, index) => ({ startMinute: cuts[index] ?? 0, endMinute: end })))
  .chain((all) => fc.subarray(all))
const week = fc
  .array(hours, { minLength: 7, maxLength: 7 })
  .map((all) => all.flatMap((intervals, index) => intervals.map((interval) => ({ weekday: index + 1, ...interval }))))
/** Spans that begin some minutes from the first midnight: some before it, some after the last day, and not on the grid. */
const spans = (maxMinutes: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: -1500, max: 5 * 1440 }), fc.integer({ min: 1, max: maxMinutes })), {
      maxLength: 8,
    })
    .map((all) =>
      all.map(([start, minutes]) => {
        const startsAt = new Date(midnight + start * minuteMs)
        return { startsAt, endsAt: new Date(startsAt.getTime() + minutes * minuteMs) }
      }),
    )
const withoutOverlap = <Each extends { startsAt: Date; endsAt: Date }>(all: readonly Each[]) => {
  const disjoint: Each[] = []
  for (const each of all) {
    if (disjoint.every(({ startsAt, endsAt }) => endsAt <= each.startsAt || each.endsAt <= startsAt))
      disjoint.push(each)
  }
  return disjoint
}
const calendars = fc.record({
  hours: week,
  durationMinutes: fc.integer({ min: 3, max: 60 }).map((fives) => fives * 5),
  booked: spans(600).map(withoutOverlap),
  timeOff: spans(4000),
})

type Calendar = typeof calendars extends fc.Arbitrary<infer Value> ? Value : never

async function store({ hours: intervals, durationMinutes, booked, timeOff }: Calendar): Promise<void> {
  const { professionalId, serviceId, centerId } = offer
  const { db } = platform
  await db.deleteFrom('appointments').execute()
  await db.deleteFrom('time_off').execute()
  await db.deleteFrom('weekly_hours').execute()
  await db.updateTable('services').set({ duration_minutes: durationMinutes }).where('id', '=', serviceId).execute()
  const rows = intervals.map(({ weekday, startMinute, endMinute }) => ({
    id: newId(),
    professional_id: professionalId,
    weekday,
    start_minute: startMinute,
    end_minute: endMinute,
  }))
  if (rows.length > 0) await db.insertInto('weekly_hours').values(rows).execute()
  for (const { startsAt, endsAt } of timeOff) {
    const during = sql<string>`tstzrange(${startsAt}, ${endsAt})`
    await db.insertInto('time_off').values({ id: newId(), professional_id: professionalId, during }).execute()
  }
  for (const { startsAt, endsAt } of booked) {
    const during = sql<string>`tstzrange(${startsAt}, ${endsAt})`
    const ids = { id: newId(), center_id: centerId, professional_id: professionalId, service_id: serviceId }
    const details = {
      patient_id: patientId,
      status: 'confirmed',
      during,
      price: 1,
      booked_at: startsAt,
      late_refund_percent: 50,
      vat_percent: 10,
    }
    await db
      .insertInto('appointments')
      .values({ ...ids, ...details })
      .execute()
  }
}

async function isFoundBySearch(day: (typeof days)[number], mask: number): Promise<boolean> {
  const condition = hasFreeStart({ days: [{ day, atOnce: mask, manually: mask }], now: platform.clock.now() })
  const { rows } = await sql<{ found: boolean }>`
    select ${condition} as found from services join center_profiles on center_profiles.id = services.center_id
    where services.id = ${offer.serviceId}`.execute(platform.db)
  return rows[0]?.found ?? false
}

test('for any hours, appointments and time off, the stored starts equal those that the rules compute', async () => {
  await fc.assert(
    fc.asyncProperty(calendars, async (calendar) => {
      await store(calendar)
      const { timeOff, booked, ...rest } = calendar
      const busy = [...timeOff, ...booked]
      const expected = freeStartsOn(days, { ...rest, busy, gridMinutes, ...always })
      const { serviceId } = offer
      const stored = await listFreeStarts(platform.db, { serviceIds: [serviceId], days, now: platform.clock.now() })
      const masks = stored.get(serviceId) ?? []
      const starts = days.flatMap((day, index) => startsOf(masks[index] ?? 0, day))
      expect(starts.map((start) => new Date(start))).toEqual(expected)
      for (const [index, day] of days.entries()) {
        expect(await isFoundBySearch(day, 2 ** 48 - 1)).toBe(masks[index] !== 0)
      }
      expect((await countStaleWeeklyStarts(platform.db)).stale).toBe(0)
    }),
    { numRuns: 150 },
  )
}, 60_000)

test('only a live hold of another visitor takes its time', async () => {
  const { serviceId } = await buildService(platform, { hours: [{ weekday: 5, startMinute: 600, endMinute: 660 }] })
  const { appointmentId } = await buildAppointment(platform, {
    ...(await idsOf(serviceId)),
    startsAt: new Date('2026-11-20T13:00:00Z'),
  })
  const hold = { status: 'held', patient_id: null, holder_key: 'visitor:a', booked_at: null }
  const now = platform.clock.now()
  const countOf = async (at: Date, exceptHolders: string[] = []) => {
    const found = await listFreeStarts(platform.db, { serviceIds: [serviceId], days, now: at, exceptHolders })
    return found.get(serviceId)?.filter((mask) => mask > 0).length
  }
  expect(await countOf(now)).toBe(0)
  const expiry = new Date(now.getTime() + 600_000)
  await platform.db
    .updateTable('appointments')
    .set({ ...hold, hold_expires_at: expiry })
    .where('id', '=', appointmentId)
    .execute()
  expect(await countOf(now)).toBe(0)
  expect(await countOf(now, ['visitor:b'])).toBe(0)
  expect(await countOf(now, ['visitor:a'])).toBe(1)
  expect(await countOf(expiry)).toBe(1)
})

test('an inactive service has no starts, and neither has a service of an inactive professional', async () => {
  const { serviceId, professionalId } = await buildService(platform)
  const isStored = async () =>
    (await listFreeStarts(platform.db, { serviceIds: [serviceId], days, now: platform.clock.now() })).has(serviceId)
  const setActive = async (table: 'services' | 'professionals', id: string, isActive: boolean) =>
    platform.db.updateTable(table).set({ is_active: isActive }).where('id', '=', id).execute()
  expect(await isStored()).toBe(true)
  await setActive('services', serviceId, false)
  expect(await isStored()).toBe(false)
  await setActive('services', serviceId, true)
  await setActive('professionals', professionalId, false)
  expect(await isStored()).toBe(false)
  await setActive('professionals', professionalId, true)
  expect(await isStored()).toBe(true)
})

test('a mask that disagrees with the hours is found and recomputed', async () => {
  const { serviceId } = await buildService(platform)
  const readMask = async () =>
    (await platform.db.selectFrom('services').select('weekly_starts').where('id', '=', serviceId).executeTakeFirst())
      ?.weekly_starts
  const right = await readMask()
  await sql`alter table services disable trigger services_store_weekly_starts`.execute(platform.db)
  await platform.db
    .updateTable('services')
    .set({ weekly_starts: [1, 2, 3, 4, 5, 6, 7] })
    .where('id', '=', serviceId)
    .execute()
  await sql`alter table services enable trigger services_store_weekly_starts`.execute(platform.db)
  expect((await countStaleWeeklyStarts(platform.db)).stale).toBe(1)
  expect(await repairWeeklyStarts(platform.db)).toBe(1)
  expect((await countStaleWeeklyStarts(platform.db)).stale).toBe(0)
  expect(await readMask()).toEqual(right)
})

async function idsOf(serviceId: string) {
  const { center_id, professional_id } = await platform.db
    .selectFrom('services')
    .select(['center_id', 'professional_id'])
    .where('id', '=', serviceId)
    .executeTakeFirstOrThrow()
  return { centerId: center_id, professionalId: professional_id, serviceId }
}
