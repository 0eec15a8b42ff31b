import { describe, expect, it } from 'vitest'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { updateService } from '#server/features/centers/usecases/update-services.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import { deleteAccount } from '#server/processes/delete-account.ts'
import { buildAppointment, buildProfessional, buildService, buildTimeOff } from '#server/testing/builders.ts'
import { buildDesk, type Desk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { holdAppointment } from './hold-appointment.ts'
import { listDeskTimes } from './list-desk-times.ts'
import { moveAtDesk } from './move-at-desk.ts'

const platform = await testPlatform()
/** Monday, ten in the morning in Montevideo. */
const monday = new Date('2026-11-23T13:00:00Z')
const later = (minutes: number) => new Date(monday.getTime() + minutes * minuteMs)

const book = (desk: Desk, input: { startsAt?: Date; status?: 'pending' | 'confirmed' | 'completed' } = {}) =>
  buildAppointment(platform, { ...desk, startsAt: monday, ...input })

type Offered = { serviceType?: 'fisioterapia' | 'reiki'; name?: string; priceCents?: number; durationMinutes?: number }

async function addColleague(desk: Desk, input: Offered = {}) {
  const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId, name: 'Bruno Sosa' })
  const { serviceId } = await buildService(platform, {
    centerId: desk.centerId,
    professionalId,
    priceCents: 990_000,
    durationMinutes: 75,
    ...input,
  })
  return { professionalId, serviceId }
}

const lowerPrice = (desk: Desk, priceCents: number) => {
  const service = {
    serviceType: 'fisioterapia',
    name: 'Sesión de fisioterapia',
    durationMinutes: 60,
    vatPercent: 10,
    isActive: true,
  } as const
  const { centerId, serviceId } = desk
  return updateService(platform, { centerId, serviceId, userId: desk.owner, edit: { ...service, priceCents } })
}

describe('moving at the desk', () => {
  it('may overlap the old time, and notifies the patient, who can then cancel without cost', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await book(desk, { status: 'pending' })
    const { row } = await moveAtDesk(platform, {
      ...desk.at(appointmentId),
      startsAt: later(30),
      reason: 'Un <congreso>',
    })
    expect(row).toMatchObject({ status: 'confirmed', startsAt: later(30), endsAt: later(90) })
    const mail = (await listAllMails(platform, { limit: 100 })).find(
      ({ kind }) => kind === 'appointments.moved_by_center',
    )
    expect(mail?.subject).toBe('El centro cambió el horario de tu cita')
    expect(mail?.text).toContain('Antes era: Lunes, 23 de noviembre')
    expect(mail?.text).toContain('El centro escribió: «Un <congreso>»')
    expect(mail?.html).toContain('«Un &lt;congreso&gt;»')
    const now = platform.clock.now()
    platform.clock.set(later(0))
    const cancelled = await cancelAppointment(platform, {
      caller: { userId: patientId, visitorKey: undefined },
      appointmentId,
    })
    expect(cancelled.refundPercent).toBe(100)
    platform.clock.set(now)
  })

  it('to a colleague with the same service keeps the agreed price and the booked minutes', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId } = await book(desk)
    const to = await addColleague(desk)
    const { row } = await moveAtDesk(platform, {
      ...desk.at(appointmentId),
      startsAt: later(30),
      serviceId: to.serviceId,
    })
    expect(row).toMatchObject({ ...to, priceCents: 150_000, endsAt: later(90) })
    const other = await addColleague(desk, { serviceType: 'reiki' })
    await expect(
      moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: monday, serviceId: other.serviceId }),
    ).rejects.toEqual(withCode('agenda.unknown_service'))
  })

  it('gives the patient no shorter and no cheaper service, and no other one of the same professional', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId } = await book(desk)
    const brief = { name: 'Control breve', durationMinutes: 15, priceCents: 20_000 }
    const same = { centerId: desk.centerId, professionalId: desk.professionalId }
    const { serviceId: ownBrief } = await buildService(platform, { ...same, ...brief })
    const { serviceId: ownLonger } = await buildService(platform, {
      ...same,
      name: 'Sesión larga',
      durationMinutes: 90,
    })
    const cheaper = await addColleague(desk, { priceCents: 149_999 })
    const shorter = await addColleague(desk, { durationMinutes: 45 })
    for (const serviceId of [ownBrief, ownLonger, cheaper.serviceId, shorter.serviceId]) {
      await expect(
        moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: monday, serviceId, by: 'patient' }),
      ).rejects.toEqual(withCode('agenda.lesser_service'))
    }
    // A price counts once the centre has asked it for a day; the agreed one stays.
    const request = { ...desk.at(appointmentId), startsAt: monday, serviceId: cheaper.serviceId }
    await lowerPrice(desk, 120_000)
    await expect(moveAtDesk(platform, request)).rejects.toEqual(withCode('agenda.lesser_service'))
    await platform.db
      .updateTable('services')
      .set({ price_changed_at: new Date(platform.clock.now().getTime() - dayMs) })
      .where('id', '=', desk.serviceId)
      .execute()
    const { row } = await moveAtDesk(platform, request)
    expect(row).toMatchObject({ priceCents: 150_000, serviceId: cheaper.serviceId })
  })

  it('at the same hour tells the patient who attends now and with which service, and not of another hour', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await book(desk)
    const to = await addColleague(desk, { name: 'Sesión en sala grande' })
    await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: monday, serviceId: to.serviceId })
    const [mail] = (await listAllMails(platform, { limit: 100 })).filter(
      ({ kind }) => kind === 'appointments.moved_by_center',
    )
    expect(mail?.subject).toBe('El centro cambió tu cita')
    expect(mail?.text).toMatch(
      /Era «Sesión de fisioterapia», con .+; ahora es «Sesión en sala grande», con Bruno Sosa\. El precio que acordaste no cambia\./,
    )
    expect(mail?.text).not.toContain('Antes era')
    const bell = platform.db.selectFrom('notifications').where('user_id', '=', patientId).select(['title', 'message'])
    expect(await bell.executeTakeFirst()).toEqual({
      title: 'El centro cambió tu cita',
      message: expect.stringMatching(/ Cambió quién te atiende: mira en el detalle con qué servicio\.$/),
    })
  })

  it('is refused over another appointment or a live hold, and outside hours unless the receptionist insists', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId } = await book(desk)
    await book(desk, { startsAt: later(60) })
    const caller = { userId: undefined, visitorKey: newId() }
    await holdAppointment(platform, {
      caller,
      address: 'b',
      serviceId: desk.serviceId,
      startsAt: later(4 * 60),
      place: 'center',
    })
    const to = (startsAt: Date, evenOutsideHours = false) =>
      moveAtDesk(platform, { ...desk.at(appointmentId), startsAt, evenOutsideHours })
    await expect(to(later(30), true)).rejects.toEqual(withCode('appointments.slot_taken'))
    await expect(to(later(4 * 60 + 30), true)).rejects.toEqual(withCode('appointments.slot_taken'))
    await expect(to(later(2 * 60 + 30))).rejects.toEqual(withCode('appointments.outside_hours'))
    await expect(to(later(7))).rejects.toEqual(withCode('request.invalid'))
    await buildTimeOff(platform, { ...desk, startsAt: later(5 * 60), endsAt: later(6 * 60) })
    await expect(to(later(5 * 60))).rejects.toEqual(withCode('appointments.outside_hours'))
    await expect(to(later(5 * 60), true)).resolves.toBeDefined()
  })

  it('is refused over the person’s appointment at another centre, which the refusal does not reveal', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await book(desk)
    await buildAppointment(platform, { patientId, startsAt: later(4 * 60) })
    const move = { ...desk.at(appointmentId), startsAt: later(4 * 60) }
    await expect(moveAtDesk(platform, move)).rejects.toEqual(withCode('agenda.no_room'))
    // A preview doesn't check other centres: repeated for every hour, it would reveal the patient's calendar.
    await expect(moveAtDesk(platform, { ...move, preview: true })).resolves.toBeTruthy()
  })

  it('is refused over the person’s appointment at this centre, which the refusal describes', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await book(desk)
    const colleague = await buildProfessional(platform, { centerId: desk.centerId })
    await buildAppointment(platform, {
      ...(await buildService(platform, colleague)),
      patientId,
      startsAt: later(4 * 60),
    })
    const move = { ...desk.at(appointmentId), startsAt: later(4 * 60) }
    for (const preview of [true, false]) {
      await expect(moveAtDesk(platform, { ...move, preview })).rejects.toMatchObject({
        code: 'appointments.attendee_busy',
        data: { conflict: { kind: 'appointment', name: 'Lucía Pérez', startsAt: later(4 * 60) } },
      })
      // A professional doesn't see a colleague's appointment.
      const atDesk = desk.ask(desk.professional, appointmentId)
      await expect(moveAtDesk(platform, { ...move, ...atDesk, preview })).rejects.toMatchObject({
        code: 'appointments.attendee_busy',
        data: { startsAt: later(4 * 60) },
      })
    }
  })

  it('is refused once the appointment is completed', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId } = await book(desk, { status: 'completed' })
    await expect(moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: later(60) })).rejects.toEqual(
      withCode('appointments.not_changeable'),
    )
  })

  it('is possible for a service that is no longer offered, whose times are listed', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId } = await book(desk)
    const { centerId, serviceId } = desk
    await platform.db.updateTable('services').set({ is_active: false }).where('id', '=', serviceId).execute()
    const member = await requireMember(platform.db, { centerId, userId: desk.reception })
    const query = { member, serviceId, from: '2026-11-24', days: 1 }
    await expect(listDeskTimes(platform, query)).rejects.toEqual(withCode('agenda.unknown_service'))
    const [tuesday] = (await listDeskTimes(platform, { ...query, moving: appointmentId })).days
    const startsAt = tuesday?.times[0]?.startsAt ?? new Date(0)
    await expect(moveAtDesk(platform, { ...desk.at(appointmentId), startsAt })).resolves.toBeDefined()
    const other = await buildAppointment(platform, { ...(await addColleague(desk)), centerId, startsAt: later(180) })
    await expect(listDeskTimes(platform, { ...query, moving: other.appointmentId })).rejects.toEqual(
      withCode('agenda.unknown_service'),
    )
  })

  it('is refused when the patient’s account was deleted', async () => {
    const desk = await buildDesk(platform)
    const person = await buildSignedIn(platform)
    // Deleting the account does not cancel an appointment that has begun.
    const startsAt = new Date(platform.clock.now().getTime() - 10 * minuteMs)
    const { appointmentId } = await buildAppointment(platform, { ...desk, patientId: person.userId, startsAt })
    await deleteAccount(platform, { actor: person, currentPassword: null })
    await expect(moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: later(60) })).rejects.toEqual(
      withCode('appointments.not_changeable'),
    )
  })

  it('changes nothing in a preview', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId } = await book(desk)
    const before = await listAllMails(platform, { limit: 1000 })
    const { row } = await moveAtDesk(platform, {
      ...desk.at(appointmentId),
      startsAt: later(60),
      preview: true,
    })
    expect(row.startsAt).toEqual(monday)
    expect(await listAllMails(platform, { limit: 1000 })).toHaveLength(before.length)
  })

  it('is refused without a deadlock when two appointments take each other’s time simultaneously', async () => {
    for (let round = 0; round < 5; round++) {
      const desk = await buildDesk(platform)
      const colleague = await addColleague(desk)
      const first = await book(desk)
      const second = await buildAppointment(platform, { ...desk, ...colleague, startsAt: monday })
      const outcomes = await Promise.allSettled([
        moveAtDesk(platform, {
          ...desk.at(first.appointmentId),
          startsAt: monday,
          serviceId: colleague.serviceId,
        }),
        moveAtDesk(platform, { ...desk.at(second.appointmentId), startsAt: monday, serviceId: desk.serviceId }),
      ])
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'appointments.slot_taken' } })
      }
    }
  })

  it('gives one time to one of many appointments', async () => {
    const desk = await buildDesk(platform)
    const ids: string[] = []
    for (const n of [1, 2, 3, 4]) ids.push((await book(desk, { startsAt: later(n * 24 * 60) })).appointmentId)
    const outcomes = await Promise.allSettled([
      ...ids.map((id) => moveAtDesk(platform, { ...desk.at(id), startsAt: monday })),
      desk.book({ startsAt: monday }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(withCode('appointments.slot_taken'))
    }
  })

  it('is refused to a professional who moves an appointment to a colleague', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId } = await book(desk)
    const { serviceId } = await addColleague(desk)
    const at = desk.ask(desk.professional, appointmentId)
    await expect(moveAtDesk(platform, { ...at, startsAt: later(60), serviceId })).rejects.toEqual(
      withCode('agenda.unknown_service'),
    )
    await expect(moveAtDesk(platform, { ...at, startsAt: later(60) })).resolves.toBeDefined()
  })
})
