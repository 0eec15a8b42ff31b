import { describe, expect, it } from 'vitest'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { newId } from '#server/platform/ids.ts'
import { listMails } from '#server/platform/mail.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import {
  buildAppointment,
  buildCenter,
  buildPatient,
  buildProfessional,
  buildService,
  buildTimeOff,
} from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { listAppointments } from '../repository/appointments.ts'
import { callOffAppointment } from './call-off-appointment.ts'
import { confirmAppointment } from './confirm-appointment.ts'
import { holdAppointment } from './hold-appointment.ts'
import { listDeskTimes } from './list-desk-times.ts'
import { listFreeTimes } from './list-free-times.ts'
import { moveAppointment } from './move-appointment.ts'
import { rescheduleAppointment } from './reschedule-appointment.ts'

const platform = await testPlatform()
const minute = 60_000
/** Monday, ten in the morning in Montevideo; the clock stands on the Friday before, at nine. */
const monday = new Date('2026-11-23T13:00:00Z')
const later = (minutes: number) => new Date(monday.getTime() + minutes * minute)
const code = (code: string) => expect.objectContaining({ code })
const field = (path: string) =>
  expect.objectContaining({ code: 'request.invalid', data: { fields: [expect.objectContaining({ path })] } })
const stranger = () =>
  ({ kind: 'newGuest', fullName: 'Luis Paz', phone: '099 555 444', email: `${newId()}@ejemplo.uy` }) as const
const guestsOf = (centerId: string) =>
  platform.db.selectFrom('guests').selectAll().where('center_id', '=', centerId).execute()

describe('entering somebody at the desk', () => {
  it('confirms at once, and writes down a guest whom the same name and number find again', async () => {
    const desk = await buildDesk(platform)
    const first = await desk.enter({ startsAt: monday })
    expect(first.row).toMatchObject({
      status: 'confirmed',
      bookedBy: 'center',
      guestName: 'Rosa Luna',
      priceCents: 150_000,
    })
    const person = { kind: 'newGuest', fullName: 'rosa LUNA', phone: '099123456', email: 'Rosa@Ejemplo.uy' } as const
    const second = await desk.enter({ startsAt: later(60), person })
    expect(second.row.guestId).toBe(first.row.guestId)
    expect(await guestsOf(desk.centerId)).toMatchObject([{ email: 'rosa@ejemplo.uy', full_name: 'Rosa Luna' }])
    const elsewhere = await buildDesk(platform)
    expect((await elsewhere.enter({ startsAt: monday })).row.guestId).not.toBe(first.row.guestId)
  })

  it('takes two people of one name for two when neither left a number', async () => {
    const desk = await buildDesk(platform)
    const person = { kind: 'newGuest', fullName: 'Ana Pérez', phone: '', email: '' } as const
    await desk.enter({ startsAt: monday, person })
    await desk.enter({ startsAt: later(60), person })
    expect(await guestsOf(desk.centerId)).toHaveLength(2)
  })

  it('enters one press once, also when it is sent twice at once', async () => {
    const desk = await buildDesk(platform)
    const entryKey = newId()
    const twice = await Promise.all([
      desk.enter({ startsAt: monday, entryKey }),
      desk.enter({ startsAt: monday, entryKey }),
    ])
    const again = await desk.enter({ startsAt: monday, entryKey })
    expect(new Set([...twice, again].map(({ row }) => row.id)).size).toBe(1)
    expect(await guestsOf(desk.centerId)).toHaveLength(1)
  })

  it('gives one time to one of many receptionists, and leaves no guest of the others', async () => {
    const desk = await buildDesk(platform)
    const wishes = Array.from({ length: 8 }, (_, n) =>
      desk.enter({ startsAt: monday, person: { kind: 'newGuest', fullName: `Caller ${n}`, phone: '', email: '' } }),
    )
    const answers = await Promise.allSettled(wishes)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toEqual(code('appointments.slot_taken'))
    }
    expect(await guestsOf(desk.centerId)).toHaveLength(1)
  })

  it('never goes over a time that a visitor holds, and takes it once the hold ran out', async () => {
    const desk = await buildDesk(platform)
    const asker = { userId: undefined, visitorKey: newId() }
    await holdAppointment(platform, {
      asker,
      address: 'a',
      serviceId: desk.serviceId,
      startsAt: later(30),
      place: 'center',
    })
    await expect(desk.enter({ startsAt: monday, evenOutsideHours: true })).rejects.toEqual(
      code('appointments.slot_taken'),
    )
    const now = platform.clock.now()
    platform.clock.advance(10 * minute)
    await expect(desk.enter({ startsAt: monday })).resolves.toMatchObject({ row: { status: 'confirmed' } })
    platform.clock.set(now)
  })

  it('and a patient who confirms online: exactly one gets the time', async () => {
    for (let round = 0; round < 5; round++) {
      const desk = await buildDesk(platform)
      const asker = { userId: (await buildPatient(platform)).patientId, visitorKey: undefined }
      const online = async () => {
        const wish = { asker, address: newId(), serviceId: desk.serviceId, startsAt: monday, place: 'center' } as const
        return confirmAppointment(platform, { asker, appointmentId: (await holdAppointment(platform, wish)).id })
      }
      const answers = await Promise.allSettled([online(), desk.enter({ startsAt: monday })])
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const lost = answers.find((answer) => answer.status === 'rejected')
      expect(lost?.reason).toEqual(code('appointments.slot_taken'))
    }
  })

  it('says that the person has something else then', async () => {
    const desk = await buildDesk(platform)
    const { row } = await desk.enter({ startsAt: monday })
    const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId })
    const { serviceId } = await buildService(platform, { centerId: desk.centerId, professionalId })
    const person = { kind: 'guest', id: row.guestId ?? '' } as const
    await expect(desk.enter({ startsAt: later(30), serviceId, person })).rejects.toEqual(
      code('appointments.attendee_busy'),
    )
  })

  it.each([
    ['an hour ago', new Date('2026-11-20T11:00:00Z')],
    ['off the five-minute grid', later(7)],
    ['in the middle of a minute', new Date(monday.getTime() + 500)],
    ['after ninety days', new Date('2027-02-22T13:00:00Z')],
  ])('%s is refused, whatever was agreed', async (_, startsAt) => {
    const desk = await buildDesk(platform)
    await expect(desk.enter({ startsAt, evenOutsideHours: true })).rejects.toEqual(field('startsAt'))
  })

  it('takes the half hour that has begun, and five-minute steps that are not offered online', async () => {
    const desk = await buildDesk(platform)
    const now = platform.clock.now()
    await expect(
      desk.enter({ startsAt: new Date(now.getTime() - 15 * minute), evenOutsideHours: true }),
    ).resolves.toBeDefined()
    await expect(desk.enter({ startsAt: later(35) })).resolves.toBeDefined()
  })

  it('outside of hours and in time off only when that was agreed', async () => {
    const desk = await buildDesk(platform)
    const sunday = new Date('2026-11-22T13:00:00Z')
    await expect(desk.enter({ startsAt: sunday })).rejects.toEqual(code('appointments.outside_hours'))
    await expect(desk.enter({ startsAt: later(2 * 60 + 30) })).rejects.toEqual(code('appointments.outside_hours'))
    await buildTimeOff(platform, { ...desk, startsAt: later(30), endsAt: later(45) })
    await expect(desk.enter({ startsAt: monday })).rejects.toEqual(code('appointments.outside_hours'))
    await expect(desk.enter({ startsAt: monday, evenOutsideHours: true })).resolves.toBeDefined()
    await expect(desk.enter({ startsAt: sunday, evenOutsideHours: true })).resolves.toBeDefined()
  })

  it('needs no public or approved centre, but a service that is offered by somebody who works', async () => {
    const { centerId } = await buildCenter(platform, { isPublic: false, isApproved: false })
    const desk = await buildDesk(platform, { centerId })
    await expect(desk.enter({ startsAt: monday })).resolves.toBeDefined()
    const { serviceId } = await buildService(platform)
    await expect(desk.enter({ startsAt: later(60), serviceId })).rejects.toEqual(code('agenda.unknown_service'))
    await platform.db.updateTable('services').set({ is_active: false }).where('id', '=', desk.serviceId).execute()
    await expect(desk.enter({ startsAt: later(60) })).rejects.toEqual(code('agenda.unknown_service'))
    await platform.db.updateTable('services').set({ is_active: true }).where('id', '=', desk.serviceId).execute()
    await platform.db
      .updateTable('professionals')
      .set({ is_active: false })
      .where('id', '=', desk.professionalId)
      .execute()
    await expect(desk.enter({ startsAt: later(60) })).rejects.toEqual(code('agenda.unknown_service'))
  })

  it('is for patients and guests of this centre, never for anybody else', async () => {
    const desk = await buildDesk(platform)
    const other = await buildDesk(platform)
    const { patientId } = await buildPatient(platform)
    await expect(desk.enter({ startsAt: monday, person: { kind: 'patient', id: patientId } })).rejects.toEqual(
      code('agenda.unknown_person'),
    )
    const { row } = await other.enter({ startsAt: monday })
    const foreign = { kind: 'guest', id: row.guestId ?? '' } as const
    await expect(desk.enter({ startsAt: monday, person: foreign })).rejects.toEqual(code('agenda.unknown_person'))
    await buildAppointment(platform, { ...desk, patientId, status: 'completed', startsAt: later(-7 * 1440) })
    const { row: own } = await desk.enter({ startsAt: monday, person: { kind: 'patient', id: patientId } })
    const list = await listAppointments(platform.db, {
      patientId,
      scope: 'upcoming',
      now: platform.clock.now(),
      limit: 5,
    })
    expect(list.map(({ id }) => id)).toEqual([own.id])
  })

  it('goes home only where the professional does, with an address', async () => {
    const desk = await buildDesk(platform)
    await expect(desk.enter({ startsAt: monday, place: 'home' })).rejects.toEqual(field('place'))
    const { professionalId } = desk
    await platform.db
      .updateTable('professionals')
      .set({ modalities: ['A domicilio'] })
      .where('id', '=', professionalId)
      .execute()
    await expect(desk.enter({ startsAt: monday, place: 'home' })).rejects.toEqual(code('appointments.address_required'))
    const { row } = await desk.enter({ startsAt: monday, place: 'home', homeAddress: 'Rivera 1234' })
    expect(row.homeAddress).toBe('Rivera 1234')
  })

  it('is done by members alone, and by a professional in their own diary', async () => {
    const desk = await buildDesk(platform)
    const { patientId: stranger } = await buildPatient(platform)
    await expect(desk.enter({ startsAt: monday, userId: stranger })).rejects.toEqual(code('centers.not_found'))
    await expect(desk.enter({ startsAt: monday, userId: desk.professional })).resolves.toBeDefined()
    const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId })
    const { serviceId } = await buildService(platform, { centerId: desk.centerId, professionalId })
    await expect(desk.enter({ startsAt: later(60), serviceId, userId: desk.professional })).rejects.toEqual(
      code('agenda.unknown_service'),
    )
  })

  it('while the licence is not valid enters nobody anew, and what stands may still be moved', async () => {
    const desk = await buildDesk(platform)
    const { row } = await desk.enter({ startsAt: monday })
    const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: later(24 * 60) })
    const { centerId, serviceId } = desk
    await platform.db.updateTable('center_profiles').set({ takes_bookings: false }).where('id', '=', centerId).execute()
    await expect(desk.enter({ startsAt: later(60) })).rejects.toEqual(code('agenda.not_taking_bookings'))
    const member = await requireMember(platform.db, { centerId, userId: desk.reception })
    const times = { member, serviceId, from: '2026-11-23', days: 1 }
    await expect(listDeskTimes(platform, times)).rejects.toEqual(code('agenda.not_taking_bookings'))
    await expect(listDeskTimes(platform, { ...times, moving: row.id })).resolves.toBeDefined()
    await expect(rescheduleAppointment(platform, { ...desk.at(row.id), startsAt: later(60) })).resolves.toBeDefined()
    const asker = { userId: patientId, visitorKey: undefined }
    const free = { asker, centerId, serviceIds: [serviceId], from: '2026-11-25', days: 1 }
    await expect(listFreeTimes(platform, free)).rejects.toEqual(code('appointments.not_bookable'))
    const [wednesday] = (await listFreeTimes(platform, { ...free, moving: appointmentId })).days
    const startsAt = wednesday?.times[0]?.startsAt ?? new Date(0)
    await expect(moveAppointment(platform, { asker, appointmentId, startsAt })).resolves.toMatchObject({ startsAt })
    const hold = { asker, address: 'c', serviceId, startsAt: later(3 * 24 * 60), place: 'center' } as const
    await expect(holdAppointment(platform, hold)).rejects.toEqual(code('appointments.not_bookable'))
  })

  it('mails no guest while nobody has approved the centre', async () => {
    const { centerId } = await buildCenter(platform, { isPublic: false, isApproved: false })
    const desk = await buildDesk(platform, { centerId })
    const before = await listMails(platform.db, { limit: 1000 })
    const { row, told } = await desk.enter({ startsAt: monday, person: stranger() })
    expect(told).toBe(false)
    await rescheduleAppointment(platform, { ...desk.at(row.id), startsAt: later(60), reason: 'Compra ya' })
    await callOffAppointment(platform, { ...desk.at(row.id), reason: 'Compra ya' })
    expect(await listMails(platform.db, { limit: 1000 })).toHaveLength(before.length)
  })

  it('mails one guest ten times a day at most, whatever is done with their appointments', async () => {
    const desk = await buildDesk(platform)
    const person = stranger()
    const told: boolean[] = []
    for (let n = 0; n < 6; n++) {
      const entered = await desk.enter({ startsAt: later(n * 24 * 60), person, evenOutsideHours: true })
      const off = await callOffAppointment(platform, { ...desk.at(entered.row.id), reason: 'Compra ya' })
      told.push(entered.told, off.told)
    }
    expect(told).toEqual([...Array<boolean>(10).fill(true), false, false])
    const mails = (await listMails(platform.db, { limit: 1000 })).filter(({ to }) => to === person.email)
    expect(mails).toHaveLength(10)
    // Another centre’s is not used up.
    const elsewhere = await buildDesk(platform)
    expect((await elsewhere.enter({ startsAt: monday, person })).told).toBe(true)
  })

  it('is done three hundred times a day at most, and strangers use none of them up', async () => {
    const desk = await buildDesk(platform)
    const { patientId } = await buildPatient(platform)
    const attempt = { name: 'appointments.entered', key: desk.centerId, limit: 300, windowSeconds: 86_400 }
    for (let n = 0; n < 298; n++) await countAttempt(platform, attempt)
    await expect(desk.enter({ startsAt: monday, userId: patientId })).rejects.toEqual(code('centers.not_found'))
    await desk.enter({ startsAt: monday })
    await desk.enter({ startsAt: later(60) })
    await expect(desk.enter({ startsAt: later(120) })).rejects.toEqual(code('request.too_many'))
  })

  it('mails a caller where they say that they read now, never where they once did', async () => {
    const desk = await buildDesk(platform)
    const [once, now] = [stranger(), stranger()]
    await desk.enter({ startsAt: monday, person: { ...once, phone: '099 888 777' } })
    await desk.enter({ startsAt: later(60), person: { ...now, phone: '099 888 777' } })
    const mails = (await listMails(platform.db, { limit: 1000 })).filter(({ kind }) => kind === 'appointments.entered')
    expect(mails.filter(({ to }) => to === once.email)).toHaveLength(1)
    expect(mails.filter(({ to }) => to === now.email)).toHaveLength(1)
    expect(await guestsOf(desk.centerId)).toMatchObject([{ email: now.email }])
  })

  it('mails a guest who left an address, and nobody about one who did not', async () => {
    const desk = await buildDesk(platform)
    await desk.enter({ startsAt: monday })
    const email = `${newId()}@ejemplo.uy`
    const person = { kind: 'newGuest', fullName: 'Luis <b>Paz</b>', phone: '', email } as const
    const before = await listMails(platform.db, { limit: 1000 })
    await desk.enter({ startsAt: later(60), person })
    const mails = await listMails(platform.db, { limit: 1000 })
    expect(mails).toHaveLength(before.length + 1)
    const mail = mails.find(({ to }) => to === email)
    expect(mail).toMatchObject({ subject: 'Tu cita está reservada', kind: 'appointments.entered' })
    expect(mail?.text).toContain('Lunes')
    expect(mail?.text).not.toContain('Mi Cuenta')
  })
})
