import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import {
  buildAppointment,
  buildMember,
  buildPatient,
  buildProfessional,
  buildService,
  buildTimeOff,
} from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, type Desk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { countStatements } from '#server/testing/statements.ts'
import { holdAppointment } from '../usecases/hold-appointment.ts'
import { agendaRoutes } from './agenda.ts'

const platform = await testPlatform()
const { db } = platform
/** Monday, ten in the morning in Montevideo. */
const monday = new Date('2026-11-23T13:00:00Z')
const later = (hours: number) => new Date(monday.getTime() + hours * 60 * minuteMs)
const week = { from: '2026-11-23', days: 7 }

const as = (userId: string) => clientOf(platform, agendaRoutes, userId)

async function buildColleague(desk: Desk) {
  const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId, name: 'Álvaro Arce' })
  return buildService(platform, { centerId: desk.centerId, professionalId })
}

describe('the agenda of a centre', () => {
  test('shows the professionals, their absences, the appointments of those days, and the holidays', async () => {
    const desk = await buildDesk(platform)
    const other = await buildColleague(desk)
    const { appointmentId } = await buildAppointment(platform, { ...desk, startsAt: monday })
    await buildAppointment(platform, { ...desk, startsAt: later(-24) })
    await buildAppointment(platform, { ...desk, startsAt: later(7 * 24) })
    const cancelled = await buildAppointment(platform, { ...desk, startsAt: monday, status: 'cancelled' })
    const { timeOffId } = await buildTimeOff(platform, {
      ...other,
      startsAt: later(-48),
      endsAt: later(24),
      reason: 'Viaje',
    })
    const agenda = await as(desk.reception).get({ centerId: desk.centerId, ...week })
    expect(agenda.professionals).toMatchObject([
      { id: other.professionalId, name: 'Álvaro Arce', places: ['center'], hours: expect.arrayContaining([]) },
      { id: desk.professionalId, services: [{ id: desk.serviceId, priceCents: 150_000, durationMinutes: 60 }] },
    ])
    expect(agenda.professionals[0]?.hours).toHaveLength(12)
    expect(agenda.timeOff).toMatchObject([{ id: timeOffId, professionalId: other.professionalId, reason: 'Viaje' }])
    expect(agenda.appointments.map(({ id }) => id).toSorted()).toEqual(
      [appointmentId, cancelled.appointmentId].toSorted(),
    )
    expect(agenda.holidays).toEqual([])
    const december = await as(desk.reception).get({ centerId: desk.centerId, from: '2026-12-21', days: 7 })
    expect(december.holidays).toEqual([{ date: '2026-12-25', name: 'Navidad' }])
  })

  test("lists a professional's services in the alphabetical order of Spanish", async () => {
    const desk = await buildDesk(platform)
    for (const name of ['Yoga', 'ñandutí', 'Nutrición', 'Ácido hialurónico', 'yoga en silla'])
      await buildService(platform, { centerId: desk.centerId, professionalId: desk.professionalId, name })
    const { professionals } = await as(desk.reception).get({ centerId: desk.centerId, ...week })
    expect(professionals[0]?.services.map(({ name }) => name)).toEqual([
      'Ácido hialurónico',
      'Nutrición',
      'ñandutí',
      'Sesión de fisioterapia',
      'Yoga',
      'yoga en silla',
    ])
  })

  test('shows an appointment that continues from the day before', async () => {
    const desk = await buildDesk(platform)
    const startsAt = new Date('2026-11-24T01:00:00Z')
    const { appointmentId } = await buildAppointment(platform, { ...desk, startsAt, durationMinutes: 300 })
    const { appointments } = await as(desk.reception).get({ centerId: desk.centerId, from: '2026-11-24', days: 1 })
    expect(appointments.map(({ id }) => id)).toEqual([appointmentId])
  })

  test('shows a live hold without a person, and no expired hold', async () => {
    const desk = await buildDesk(platform)
    const caller = { userId: undefined, visitorKey: newId() }
    await holdAppointment(platform, {
      caller,
      address: 'a',
      serviceId: desk.serviceId,
      startsAt: monday,
      place: 'center',
    })
    const read = async () => (await as(desk.reception).get({ centerId: desk.centerId, ...week })).appointments
    const [held, ...others] = await read()
    expect(held?.status).toBe('held')
    expect(held).not.toHaveProperty('name')
    const whole = await as(desk.reception).appointment({ centerId: desk.centerId, appointmentId: held?.id ?? '' })
    expect(whole).toMatchObject({ status: 'held', person: null, payment: null, can: {} })
    expect(others).toEqual([])
    platform.clock.advance(10 * minuteMs)
    expect(await read()).toEqual([])
    platform.clock.advance(-10 * minuteMs)
  })

  test('shows the attendee, and the guardian whose account it is', async () => {
    const desk = await buildDesk(platform)
    const { patientId } = await buildPatient(platform, { fullName: 'Marta Gil' })
    await db.updateTable('profiles').set({ phone: '099 111 222' }).where('id', '=', patientId).execute()
    const details = { fullName: 'Benjamín Gil', birthDate: '2019-05-04', relation: 'hijo' }
    const child = await createDependant(platform, { userId: patientId, details })
    const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
    await db.updateTable('appointments').set({ dependant_id: child.id }).where('id', '=', appointmentId).execute()
    await desk.book({ startsAt: later(1) })
    const { appointments } = await as(desk.reception).get({ centerId: desk.centerId, ...week })
    expect(appointments).toMatchObject([
      { name: 'Benjamín Gil', birthDate: '2019-05-04', guardianName: 'Marta Gil', phone: '099 111 222' },
      { name: 'Rosa Luna', phone: '+598 99 123 456' },
    ])
    expect(appointments[1]).not.toHaveProperty('guardianName')
    const wholes = appointments.map(({ id }) =>
      as(desk.reception).appointment({ centerId: desk.centerId, appointmentId: id }),
    )
    expect(await Promise.all(wholes)).toMatchObject([
      {
        bookedBy: 'patient',
        person: {
          ...{ kind: 'dependant', id: child.id, name: 'Benjamín Gil', phone: '099 111 222' },
          dependant: { guardianId: patientId, guardianName: 'Marta Gil', relation: 'hijo', birthDate: '2019-05-04' },
        },
      },
      {
        bookedBy: 'center',
        person: { kind: 'guest', name: 'Rosa Luna', dependant: null, phone: '+598 99 123 456' },
      },
    ])
  })

  test('shows a home address only to the professional of that appointment, who may be the owner', async () => {
    const desk = await buildDesk(platform)
    const other = await buildColleague(desk)
    const ownerTreats = (professionalId: string) =>
      db.updateTable('professionals').set({ user_id: desk.owner }).where('id', '=', professionalId).execute()
    await db
      .updateTable('professionals')
      .set({ modalities: ['A domicilio'] })
      .where('id', '=', desk.professionalId)
      .execute()
    await desk.book({ startsAt: monday, place: 'home', homeAddress: 'Rivera 1234' })
    const addressFor = async (userId: string) =>
      (await as(userId).get({ centerId: desk.centerId, ...week })).appointments[0]?.homeAddress
    expect(await Promise.all([desk.owner, desk.professional, desk.reception].map(addressFor))).toEqual([
      undefined,
      'Rivera 1234',
      undefined,
    ])
    await ownerTreats(other.professionalId)
    expect(await addressFor(desk.owner)).toBeUndefined()
    await db.updateTable('professionals').set({ user_id: null }).where('id', '=', other.professionalId).execute()
    await ownerTreats(desk.professionalId)
    expect(await addressFor(desk.owner)).toBe('Rivera 1234')
  })

  test('shows home addresses to the owner of a practice whose only professional has no account', async () => {
    const service = await buildService(platform)
    const { centerId, professionalId } = service
    const { appointmentId } = await buildAppointment(platform, { ...service, startsAt: monday })
    await db
      .updateTable('appointments')
      .set({ place: 'home', home_address: 'Rivera 1234' })
      .where('id', '=', appointmentId)
      .execute()
    const read = async () => (await as(centerId).get({ centerId, ...week })).appointments[0]?.homeAddress
    expect(await read()).toBe('Rivera 1234')
    await buildMember(platform, { centerId, role: 'professional', professionalId })
    expect(await read()).toBeUndefined()
  })

  test.each([
    { status: 'confirmed', paid: 0, discount: 0 },
    { status: 'confirmed', paid: 149_999, discount: 0 },
    { status: 'completed', paid: 150_000, discount: 0 },
    { status: 'completed', paid: 100_000, discount: 50_000 },
    { status: 'no_show', paid: 100_000, discount: 0 },
    { status: 'cancelled', paid: 100_000, discount: 0 },
  ] as const)('marks as collected what is paid with nothing due: %o', async ({ status, paid, discount }) => {
    const desk = await buildDesk(platform)
    const { centerId } = desk
    const { appointmentId } = await buildAppointment(platform, { ...desk, startsAt: monday, status })
    const discounted = discount > 0 ? ({ discount_amount: discount, discount_payer: 'center' } as const) : {}
    const amounts = { paid_amount: paid, ...discounted }
    await db.updateTable('appointments').set(amounts).where('id', '=', appointmentId).execute()
    const [cell] = (await as(desk.reception).get({ centerId, ...week })).appointments
    const { dueCents } = await as(desk.reception).appointment({ centerId, appointmentId })
    expect(cell?.isCollected ?? false).toBe(paid > 0 && dueCents === 0)
  })

  test('shows a professional only their own appointments, whichever professional they request', async () => {
    const desk = await buildDesk(platform)
    const other = await buildColleague(desk)
    await buildAppointment(platform, { ...other, startsAt: monday })
    await buildTimeOff(platform, { ...other, startsAt: monday, endsAt: later(24) })
    const ownAppointment = await buildAppointment(platform, { ...desk, startsAt: monday })
    const client = as(desk.professional)
    const mine = await client.get({ centerId: desk.centerId, ...week })
    expect(mine).toMatchObject({
      professionals: [{ id: desk.professionalId }],
      timeOff: [],
      appointments: [{ id: ownAppointment.appointmentId }],
    })
    expect(await client.get({ centerId: desk.centerId, ...week, professionalId: other.professionalId })).toMatchObject({
      professionals: [],
      timeOff: [],
      appointments: [],
    })
    const theirs = await as(desk.reception).get({
      centerId: desk.centerId,
      ...week,
      professionalId: other.professionalId,
    })
    expect(theirs.professionals.map(({ id }) => id)).toEqual([other.professionalId])
    expect(theirs.appointments).toHaveLength(1)
  })

  test('is refused to a user who is not a member', async () => {
    const desk = await buildDesk(platform)
    await buildAppointment(platform, { ...desk, startsAt: monday })
    const { patientId } = await buildPatient(platform)
    await expect(as(patientId).get({ centerId: desk.centerId, ...week })).rejects.toMatchObject({
      code: 'centers.not_found',
    })
  })

  test('shows an inactive professional as long as they have appointments in those days', async () => {
    const desk = await buildDesk(platform)
    await db.updateTable('professionals').set({ is_active: false }).where('id', '=', desk.professionalId).execute()
    const read = () => as(desk.reception).get({ centerId: desk.centerId, ...week })
    expect((await read()).professionals).toEqual([])
    await buildAppointment(platform, { ...desk, startsAt: monday })
    expect(await read()).toMatchObject({ professionals: [{ services: [], places: [] }], appointments: [{}] })
  })

  test('is read with five statements, however many appointments it has', async () => {
    const desk = await buildDesk(platform)
    for (let n = 0; n < 12; n++) await buildAppointment(platform, { ...desk, startsAt: later(n * 2) })
    const read = async () => {
      const { appointments } = await as(desk.reception).get({ centerId: desk.centerId, ...week })
      expect(appointments).toHaveLength(12)
    }
    expect((await countStatements(read)).statements).toBe(5)
  })
})

describe('the free times of the desk', () => {
  const day = { from: '2026-11-20', days: 1 }
  const startsOf = (page: { days: { times: { startsAt: string }[] }[] }) =>
    page.days.flatMap(({ times }) => times.map(({ startsAt }) => startsAt.slice(11, 16)))

  test('begin in the current half hour, include centres that are not public, and leave out taken times', async () => {
    const desk = await buildDesk(platform)
    await db
      .updateTable('center_profiles')
      .set({ is_public: false, approved_at: null })
      .where('id', '=', desk.centerId)
      .execute()
    platform.clock.advance(10 * minuteMs)
    await desk.book({ startsAt: new Date('2026-11-20T13:00:00Z') })
    const query = { centerId: desk.centerId, serviceId: desk.serviceId, ...day }
    const free = await as(desk.reception).freeTimes(query)
    // The last days would be none that the API can name.
    await expect(as(desk.reception).freeTimes({ ...query, from: '2199-12-30', days: 7 })).rejects.toMatchObject({
      status: 400,
    })
    expect(startsOf(free).slice(0, 3)).toEqual(['12:00', '14:00', '14:30'])
    platform.clock.advance(-10 * minuteMs)
  })

  test('include the time of the appointment that is being moved, if it is this centre’s', async () => {
    const desk = await buildDesk(platform)
    const startsAt = new Date('2026-11-20T13:00:00Z')
    const { row } = await desk.book({ startsAt })
    const freeTimesFor = (moving: string) =>
      as(desk.reception).freeTimes({ centerId: desk.centerId, serviceId: desk.serviceId, ...day, moving })
    expect(startsOf(await freeTimesFor(row.id))).toContain('13:00')
    expect(startsOf(await freeTimesFor(newId()))).not.toContain('13:00')
  })

  test('name the next day that has a free time', async () => {
    const desk = await buildDesk(platform)
    const query = { centerId: desk.centerId, serviceId: desk.serviceId, from: '2026-11-22', days: 1 }
    expect((await as(desk.reception).freeTimes(query)).nextDate).toBe('2026-11-23')
  })

  test('are refused for services of other centres, and to a professional for colleagues’ services', async () => {
    const desk = await buildDesk(platform)
    const foreign = await buildDesk(platform)
    const other = await buildColleague(desk)
    const unknown = { code: 'agenda.unknown_service' }
    const freeTimesOf = (userId: string, serviceId: string) =>
      as(userId).freeTimes({ centerId: desk.centerId, serviceId, ...day })
    await expect(freeTimesOf(desk.reception, foreign.serviceId)).rejects.toMatchObject(unknown)
    await expect(freeTimesOf(desk.professional, other.serviceId)).rejects.toMatchObject(unknown)
    await expect(freeTimesOf(desk.professional, desk.serviceId)).resolves.toBeDefined()
  })

  test('can all be booked', async () => {
    const desk = await buildDesk(platform)
    await buildTimeOff(platform, { ...desk, startsAt: later(1), endsAt: later(2) })
    await buildAppointment(platform, { ...desk, startsAt: later(5) })
    const free = await as(desk.reception).freeTimes({
      centerId: desk.centerId,
      serviceId: desk.serviceId,
      from: '2026-11-23',
      days: 1,
    })
    const times = free.days.flatMap((each) => each.times)
    expect(times.length).toBeGreaterThan(3)
    for (const { startsAt } of times) {
      const { row } = await desk.book({ startsAt: new Date(startsAt) })
      await sql`delete from appointments where id = ${row.id}`.execute(db)
    }
  })
})
