import { describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { monday } from '#server/testing/booking.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { confirmAppointment } from './confirm-appointment.ts'
import { holdAppointment } from './hold-appointment.ts'
import { moveAtDesk } from './move-at-desk.ts'

const platform = await testPlatform()
/** That many minutes after Monday at ten; the tests’ clock starts on the Friday before, at nine. */
const later = (minutes: number) => new Date(monday.getTime() + minutes * minuteMs)

describe('booking at the desk of a centre that staff closed', () => {
  it('is refused while the suspension lasts, also for after it, and so is a move into it', async () => {
    const desk = await buildDesk(platform)
    const { centerId, reception: userId } = desk
    const booked = await desk.book({ startsAt: later(120) })
    const until = later(60)
    const close = (status: string) =>
      platform.db
        .updateTable('profiles')
        .set({ status, suspended_until: status === 'banned' ? null : until })
        .where('id', '=', centerId)
        .execute()
    await close('suspended')
    for (const startsAt of [monday, later(240)])
      await expect(desk.book({ startsAt })).rejects.toEqual(withCode('agenda.closed_by_staff'))
    const move = { userId, centerId, appointmentId: booked.row.id, startsAt: monday, evenOutsideHours: true }
    await expect(moveAtDesk(platform, move)).rejects.toEqual(withCode('agenda.closed_by_staff'))
    await close('banned')
    await expect(desk.book({ startsAt: later(360) })).rejects.toEqual(withCode('agenda.closed_by_staff'))
  })
})

describe('booking at the desk in a race', () => {
  it('books once for one idempotency key, even when the request is sent twice simultaneously', async () => {
    const desk = await buildDesk(platform)
    const idempotencyKey = newId()
    const twice = await Promise.all([
      desk.book({ startsAt: monday, idempotencyKey }),
      desk.book({ startsAt: monday, idempotencyKey }),
    ])
    const repeated = await desk.book({ startsAt: monday, idempotencyKey })
    expect(new Set([...twice, repeated].map(({ row }) => row.id)).size).toBe(1)
    expect(await desk.guests()).toHaveLength(1)
  })

  it('gives one time to one of many receptionists, and stores no guest for the others', async () => {
    const desk = await buildDesk(platform)
    const requests = Array.from({ length: 8 }, (_, n) =>
      desk.book({ startsAt: monday, person: { kind: 'newGuest', fullName: `Caller ${n}`, phone: '', email: '' } }),
    )
    const outcomes = await Promise.allSettled(requests)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(withCode('appointments.slot_taken'))
    }
    expect(await desk.guests()).toHaveLength(1)
  })

  it('is refused for a time that a visitor holds, and succeeds once the hold has expired', async () => {
    const desk = await buildDesk(platform)
    const caller = { userId: undefined, visitorKey: newId() }
    await holdAppointment(platform, {
      caller,
      address: 'a',
      serviceId: desk.serviceId,
      startsAt: later(30),
      place: 'center',
    })
    await expect(desk.book({ startsAt: monday, evenOutsideHours: true })).rejects.toEqual(
      withCode('appointments.slot_taken'),
    )
    const now = platform.clock.now()
    platform.clock.advance(10 * minuteMs)
    await expect(desk.book({ startsAt: monday })).resolves.toMatchObject({ row: { status: 'confirmed' } })
    platform.clock.set(now)
  })

  it('gives the time to exactly one of the desk and a patient who confirms online', async () => {
    for (let round = 0; round < 5; round++) {
      const desk = await buildDesk(platform)
      const caller = { userId: (await buildPatient(platform)).patientId, visitorKey: undefined }
      const online = async () => {
        const request = {
          caller,
          address: newId(),
          serviceId: desk.serviceId,
          startsAt: monday,
          place: 'center',
        } as const
        return confirmAppointment(platform, { caller, appointmentId: (await holdAppointment(platform, request)).id })
      }
      const outcomes = await Promise.allSettled([online(), desk.book({ startsAt: monday })])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const lost = outcomes.find((outcome) => outcome.status === 'rejected')
      expect(lost?.reason).toEqual(withCode('appointments.slot_taken'))
    }
  })
})
