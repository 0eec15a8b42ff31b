import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#server/platform/local-time.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildService } from '#server/testing/builders.ts'
import { bookOnline, buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { moveDay } from './usecases/change-day.ts'
import { completeAppointment, markNoShow } from './usecases/mark-appointment.ts'
import { moveAtDesk } from './usecases/move-at-desk.ts'

const platform = await testPlatform()
const start = platform.clock.now()
const earlier = later(-15 * minuteMs)

afterEach(() => platform.clock.set(start))

/** A booking that a patient made for Tuesday at ten, while it is Monday at ten. */
async function buildBooking() {
  const desk = await buildDesk(platform)
  const appointmentId = await bookOnline(platform, { desk, startsAt: later(24 * 60 * minuteMs) })
  platform.clock.set(monday)
  const read = () =>
    platform.db
      .selectFrom('appointments')
      .where('id', '=', appointmentId)
      .select(['status', sql<Date>`starts_at`.as('startsAt')])
      .executeTakeFirstOrThrow()
  return { desk, appointmentId, read }
}

describe('a booking that a patient made', () => {
  it('is not moved into the past, also by two desks at the same time, and stays changeable for the patient', async () => {
    const { desk, appointmentId, read } = await buildBooking()
    const request = { ...desk.at(appointmentId), startsAt: earlier, evenOutsideHours: true }
    const outcomes = await Promise.allSettled([
      moveAtDesk(platform, request),
      moveAtDesk(platform, { ...request, userId: desk.owner }),
    ])
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: withCode('request.invalid') },
      { status: 'rejected', reason: withCode('request.invalid') },
    ])
    await expect(moveAtDesk(platform, { ...request, startsAt: monday })).rejects.toEqual(withCode('request.invalid'))
    expect(await read()).toEqual({ status: 'confirmed', startsAt: later(24 * 60 * minuteMs) })
  })

  it('is not given to another professional at a time that has passed', async () => {
    const { desk, appointmentId } = await buildBooking()
    const { serviceId } = await buildService(platform, { centerId: desk.centerId })
    const request = { ...desk.at(appointmentId), serviceId, evenOutsideHours: true }
    await expect(moveAtDesk(platform, { ...request, startsAt: earlier })).rejects.toEqual(withCode('request.invalid'))
    await expect(moveAtDesk(platform, { ...request, startsAt: later(60 * minuteMs) })).resolves.toBeDefined()
  })

  it('stays, with the reason, when its whole day is moved to today and its hour has passed', async () => {
    const { desk, appointmentId, read } = await buildBooking()
    platform.clock.set(later(10 * minuteMs))
    const { centerId, professionalId, reception: userId } = desk
    const days = { date: '2026-11-24', toDate: '2026-11-23', reason: '', blockRest: false }
    const outcome = await moveDay(platform, { userId, centerId, professionalId, ...days })
    expect(outcome).toMatchObject({
      changed: 0,
      unchanged: [{ appointmentId, reason: expect.stringContaining('Esa hora ya pasó') }],
    })
    expect((await read()).startsAt).toEqual(later(24 * 60 * minuteMs))
  })

  it('is neither completed nor missed before it begins', async () => {
    const { desk, appointmentId } = await buildBooking()
    for (const mark of [completeAppointment, markNoShow]) {
      await expect(mark(platform, desk.at(appointmentId))).rejects.toEqual(withCode('appointments.not_yet'))
    }
  })

  it('is protected by the database against every writer', async () => {
    const { appointmentId } = await buildBooking()
    const set = (change: ReturnType<typeof sql>) =>
      sql`update appointments set ${change}, updated_at = ${monday} where id = ${appointmentId}`.execute(platform.db)
    await expect(set(sql`during = tstzrange(${earlier}, ${monday})`)).rejects.toThrow(/moved into the past/)
    await expect(set(sql`status = 'completed', completed_at = ${monday}`)).rejects.toThrow(/has not begun/)
    await expect(set(sql`status = 'no_show'`)).rejects.toThrow(/has not begun/)
  })
})

it('a desk booking that the patient has not accepted still moves to a time that has just passed', async () => {
  const desk = await buildDesk(platform)
  const { row } = await desk.book({ startsAt: later(60 * minuteMs) })
  platform.clock.set(monday)
  const moved = await moveAtDesk(platform, { ...desk.at(row.id), startsAt: earlier, evenOutsideHours: true })
  expect(moved.row.startsAt).toEqual(earlier)
})
