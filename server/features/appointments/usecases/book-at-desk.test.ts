import { describe, expect, it } from 'vitest'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { monday } from '#server/testing/booking.ts'
import {
  buildAppointment,
  buildCenter,
  buildPatient,
  buildProfessional,
  buildService,
  buildTimeOff,
  expireDocuments,
} from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { listAppointments } from '../repository/of-patient.ts'
import { holdAppointment } from './hold-appointment.ts'
import { listDeskTimes } from './list-desk-times.ts'
import { listFreeTimes } from './list-free-times.ts'
import { moveAppointment } from './move-appointment.ts'
import { moveAtDesk } from './move-at-desk.ts'

const platform = await testPlatform()
/** That many minutes after Monday at ten; the tests’ clock starts on the Friday before, at nine. */
const later = (minutes: number) => new Date(monday.getTime() + minutes * minuteMs)
const field = (path: string) =>
  expect.objectContaining({ code: 'request.invalid', data: { fields: [expect.objectContaining({ path })] } })

describe('booking at the desk', () => {
  it('confirms immediately, and stores a guest, who is found again by the same name and number', async () => {
    const desk = await buildDesk(platform)
    const first = await desk.book({ startsAt: monday })
    expect(first.row).toMatchObject({
      status: 'confirmed',
      bookedBy: 'center',
      attendeeName: 'Rosa Luna',
      priceCents: 150_000,
    })
    const person = { kind: 'newGuest', fullName: 'rosa LUNA', phone: '099123456', email: 'Rosa@Ejemplo.uy' } as const
    const second = await desk.book({ startsAt: later(60), person })
    expect(second.row.guestId).toBe(first.row.guestId)
    expect(await desk.guests()).toMatchObject([{ email: 'rosa@ejemplo.uy', full_name: 'Rosa Luna' }])
    const elsewhere = await buildDesk(platform)
    expect((await elsewhere.book({ startsAt: monday })).row.guestId).not.toBe(first.row.guestId)
  })

  it('that is repeated says the same about the mail', async () => {
    const desk = await buildDesk(platform)
    for (const email of ['', 'rosa@ejemplo.uy']) {
      const person = { kind: 'newGuest', fullName: 'Rosa Luna', phone: '', email } as const
      const request = { startsAt: later(email === '' ? 0 : 60), person, idempotencyKey: newId() }
      const [first, again] = [await desk.book(request), await desk.book(request)]
      expect([first.notified, again.notified]).toEqual([email !== '', email !== ''])
    }
  })

  it('stores two guests for one name when neither gave a number', async () => {
    const desk = await buildDesk(platform)
    const person = { kind: 'newGuest', fullName: 'Ana Pérez', phone: '', email: '' } as const
    await desk.book({ startsAt: monday, person })
    await desk.book({ startsAt: later(60), person })
    expect(await desk.guests()).toHaveLength(2)
  })

  it('is refused when the person has another appointment then', async () => {
    const desk = await buildDesk(platform)
    const { row } = await desk.book({ startsAt: monday })
    const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId })
    const { serviceId } = await buildService(platform, { centerId: desk.centerId, professionalId })
    const person = { kind: 'guest', id: row.guestId ?? '' } as const
    await expect(desk.book({ startsAt: later(30), serviceId, person })).rejects.toEqual(
      withCode('appointments.attendee_busy'),
    )
  })

  it.each([
    ['an hour ago', new Date('2026-11-20T11:00:00Z')],
    ['off the five-minute grid', later(7)],
    ['in the middle of a minute', new Date(monday.getTime() + 500)],
    ['after eighteen months', new Date('2028-05-22T13:00:00Z')],
  ])('is refused for a start %s, even outside hours', async (_, startsAt) => {
    const desk = await buildDesk(platform)
    await expect(desk.book({ startsAt, evenOutsideHours: true })).rejects.toEqual(field('startsAt'))
  })

  it('accepts the current half hour, and five-minute steps that are not offered online', async () => {
    const desk = await buildDesk(platform)
    const now = platform.clock.now()
    await expect(
      desk.book({ startsAt: new Date(now.getTime() - 15 * minuteMs), evenOutsideHours: true }),
    ).resolves.toBeDefined()
    await expect(desk.book({ startsAt: later(35) })).resolves.toBeDefined()
  })

  it('is possible outside hours and in time off only when the receptionist insists', async () => {
    const desk = await buildDesk(platform)
    const sunday = new Date('2026-11-22T13:00:00Z')
    await expect(desk.book({ startsAt: sunday })).rejects.toEqual(withCode('appointments.outside_hours'))
    await expect(desk.book({ startsAt: later(2 * 60 + 30) })).rejects.toEqual(withCode('appointments.outside_hours'))
    await buildTimeOff(platform, { ...desk, startsAt: later(30), endsAt: later(45) })
    await expect(desk.book({ startsAt: monday })).rejects.toEqual(withCode('appointments.outside_hours'))
    await expect(desk.book({ startsAt: monday, evenOutsideHours: true })).resolves.toBeDefined()
    await expect(desk.book({ startsAt: sunday, evenOutsideHours: true })).resolves.toBeDefined()
    // A time that is taken is refused as taken, because insisting would not help.
    await expect(desk.book({ startsAt: sunday })).rejects.toEqual(withCode('appointments.slot_taken'))
  })

  it('requires no public or approved centre, but a service that an active professional offers', async () => {
    const { centerId } = await buildCenter(platform, { isPublic: false, isApproved: false })
    const desk = await buildDesk(platform, { centerId })
    await expect(desk.book({ startsAt: monday })).resolves.toBeDefined()
    const { serviceId } = await buildService(platform)
    await expect(desk.book({ startsAt: later(60), serviceId })).rejects.toEqual(withCode('agenda.unknown_service'))
    await platform.db.updateTable('services').set({ is_active: false }).where('id', '=', desk.serviceId).execute()
    await expect(desk.book({ startsAt: later(60) })).rejects.toEqual(withCode('agenda.unknown_service'))
    await platform.db.updateTable('services').set({ is_active: true }).where('id', '=', desk.serviceId).execute()
    await platform.db
      .updateTable('professionals')
      .set({ is_active: false })
      .where('id', '=', desk.professionalId)
      .execute()
    await expect(desk.book({ startsAt: later(60) })).rejects.toEqual(withCode('agenda.unknown_service'))
  })

  it('is possible only for patients and guests of this centre', async () => {
    const desk = await buildDesk(platform)
    const other = await buildDesk(platform)
    const { patientId } = await buildPatient(platform)
    await expect(desk.book({ startsAt: monday, person: { kind: 'patient', id: patientId } })).rejects.toEqual(
      withCode('agenda.unknown_person'),
    )
    const { row } = await other.book({ startsAt: monday })
    const foreign = { kind: 'guest', id: row.guestId ?? '' } as const
    await expect(desk.book({ startsAt: monday, person: foreign })).rejects.toEqual(withCode('agenda.unknown_person'))
    await buildAppointment(platform, { ...desk, patientId, status: 'completed', startsAt: later(-7 * 1440) })
    const { row: ownRow } = await desk.book({ startsAt: monday, person: { kind: 'patient', id: patientId } })
    const list = await listAppointments(platform.db, {
      patientId,
      scope: 'upcoming',
      now: platform.clock.now(),
      limit: 5,
    })
    expect(list.map(({ id }) => id)).toEqual([ownRow.id])
  })

  it('is possible at home only where the professional makes home visits, and with an address', async () => {
    const desk = await buildDesk(platform)
    await expect(desk.book({ startsAt: monday, place: 'home' })).rejects.toEqual(field('place'))
    const { professionalId } = desk
    await platform.db
      .updateTable('professionals')
      .set({ modalities: ['A domicilio'] })
      .where('id', '=', professionalId)
      .execute()
    await expect(desk.book({ startsAt: monday, place: 'home' })).rejects.toEqual(
      withCode('appointments.address_required'),
    )
    const { row } = await desk.book({ startsAt: monday, place: 'home', homeAddress: 'Rivera 1234' })
    expect(row.forProfessional.homeAddress).toBe('Rivera 1234')
  })

  it('at home takes no address from the profile of a patient who has not given it to the centre', async () => {
    const desk = await buildDesk(platform)
    const { professionalId } = desk
    await platform.db
      .updateTable('professionals')
      .set({ modalities: ['A domicilio'] })
      .where('id', '=', professionalId)
      .execute()
    const { patientId } = await buildPatient(platform)
    await platform.db.updateTable('profiles').set({ address: 'Secreta 99' }).where('id', '=', patientId).execute()
    await buildAppointment(platform, { ...desk, patientId, status: 'completed', startsAt: later(-7 * 1440) })
    const visit = { startsAt: monday, place: 'home', person: { kind: 'patient', id: patientId } } as const
    const own = { ...visit, userId: desk.professional }
    for (const booking of [visit, own, { ...own, homeAddress: '' }]) {
      await expect(desk.book(booking)).rejects.toEqual(withCode('appointments.address_required'))
    }
    const { row } = await desk.book({ ...own, homeAddress: 'Rivera 1234' })
    expect(row.forProfessional.homeAddress).toBe('Rivera 1234')
  })

  it('is possible only for members, and for a professional only in their own agenda', async () => {
    const desk = await buildDesk(platform)
    const { patientId: stranger } = await buildPatient(platform)
    await expect(desk.book({ startsAt: monday, userId: stranger })).rejects.toEqual(withCode('centers.not_found'))
    await expect(desk.book({ startsAt: monday, userId: desk.professional })).resolves.toBeDefined()
    const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId })
    const { serviceId } = await buildService(platform, { centerId: desk.centerId, professionalId })
    await expect(desk.book({ startsAt: later(60), serviceId, userId: desk.professional })).rejects.toEqual(
      withCode('agenda.unknown_service'),
    )
  })

  it('is refused while the licence is not valid, but existing appointments can be moved', async () => {
    const desk = await buildDesk(platform)
    const { row } = await desk.book({ startsAt: monday })
    const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: later(24 * 60) })
    const { centerId, serviceId } = desk
    await expireDocuments(platform, { centerId })
    await expect(desk.book({ startsAt: later(60) })).rejects.toEqual(withCode('agenda.not_taking_bookings'))
    const member = await requireMember(platform.db, { centerId, userId: desk.reception })
    const times = { member, serviceId, from: '2026-11-23', days: 1 }
    await expect(listDeskTimes(platform, times)).rejects.toEqual(withCode('agenda.not_taking_bookings'))
    await expect(listDeskTimes(platform, { ...times, moving: row.id })).resolves.toBeDefined()
    await expect(moveAtDesk(platform, { ...desk.at(row.id), startsAt: later(60) })).resolves.toBeDefined()
    const caller = { userId: patientId, visitorKey: undefined }
    const free = { caller, centerId, serviceIds: [serviceId], from: '2026-11-25', days: 1 }
    await expect(listFreeTimes(platform, free)).rejects.toEqual(withCode('appointments.not_bookable'))
    const [wednesday] = (await listFreeTimes(platform, { ...free, moving: appointmentId })).days
    const startsAt = wednesday?.times[0]?.startsAt ?? new Date(0)
    await expect(moveAppointment(platform, { caller, appointmentId, startsAt })).resolves.toMatchObject({ startsAt })
    const hold = { caller, address: 'c', serviceId, startsAt: later(3 * 24 * 60), place: 'center' } as const
    await expect(holdAppointment(platform, hold)).rejects.toEqual(withCode('appointments.not_bookable'))
  })

  it('is possible sixty times a minute for a member, and refused and repeated requests do not count', async () => {
    const desk = await buildDesk(platform)
    const attempt = { name: 'appointments.booked_at_desk', key: desk.reception, limit: 60, windowSeconds: 60 }
    for (let n = 0; n < 58; n++) await countAttempt(platform, attempt)
    const again = { startsAt: monday, idempotencyKey: newId() }
    await desk.book(again)
    await desk.book(again)
    for (let n = 0; n < 3; n++) {
      await expect(desk.book({ startsAt: monday })).rejects.toEqual(withCode('appointments.slot_taken'))
    }
    await desk.book({ startsAt: later(60) })
    const refusal = expect.objectContaining({
      code: 'agenda.too_fast',
      message: expect.stringContaining('Espera un minuto'),
      data: { retryAfterSeconds: 60 },
    })
    await expect(desk.book({ startsAt: later(120) })).rejects.toEqual(refusal)
    await expect(desk.book({ startsAt: later(120), userId: desk.owner })).resolves.toBeDefined()
  })

  it('is not limited by the day: a centre that booked hundreds of times today books again', async () => {
    const desk = await buildDesk(platform)
    for (const key of [desk.centerId, desk.reception]) {
      const attempt = { name: 'appointments.booked_at_desk', key, limit: 1000, windowSeconds: 1 }
      for (let n = 0; n < 400; n++) await countAttempt(platform, attempt)
    }
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await expect(desk.book({ startsAt: monday })).resolves.toBeDefined()
  })
})
