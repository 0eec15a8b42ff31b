import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { presetHours } from '#contract/availability.ts'
import { cancelDay } from '#server/features/appointments/usecases/change-day.ts'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { addTimeOffRoutes } from '#server/processes/add-time-off.ts'
import {
  buildAccount,
  buildAppointment,
  buildCenter,
  buildMember,
  buildPatient,
  buildProfessional,
  buildService,
} from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { justRead } from '#server/testing/just-read.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { availabilityRoutes } from './availability.ts'

const platform = await testPlatform()

const as = (userId: string | undefined) =>
  justRead(platform, clientOf(platform, { ...availabilityRoutes, ...addTimeOffRoutes.availability }, userId))

/** An hour and minute in Montevideo, on a day of November 2026. */
const at = (day: number, hour: number, minute = 0) => new Date(Date.UTC(2026, 10, day, hour + 3, minute))
const iso = (day: number, hour: number, minute = 0) => at(day, hour, minute).toISOString()
const morning = (weekday: number) => ({ weekday, startMinute: 9 * 60, endMinute: 13 * 60 })

/** A centre whose two professionals have an appointment on Monday the 23rd. */
async function buildPractice() {
  const ana = await buildService(platform)
  const { centerId } = ana
  const { professionalId } = await buildProfessional(platform, { centerId, name: 'Bruno Díaz' })
  const bruno = await buildService(platform, { centerId, professionalId })
  const rosa = await buildPatient(platform, { fullName: 'Rosa Lago' })
  const pablo = await buildPatient(platform, { fullName: 'Pablo Ríos' })
  await buildAppointment(platform, { ...ana, ...rosa, startsAt: at(23, 10) })
  await buildAppointment(platform, { ...ana, ...pablo, startsAt: at(23, 15), status: 'pending' })
  await buildAppointment(platform, { ...bruno, ...rosa, startsAt: at(23, 11) })
  // Cancelled and past appointments, which no change affects.
  await buildAppointment(platform, { ...ana, ...rosa, startsAt: at(23, 16), status: 'cancelled' })
  await buildAppointment(platform, { ...ana, ...rosa, startsAt: at(16, 16), status: 'completed' })
  const reception = await buildMember(platform, { centerId, role: 'reception' })
  const self = await buildMember(platform, { centerId, role: 'professional', professionalId: ana.professionalId })
  return { centerId, ana, bruno, reception, self }
}

const rowsOf = (professionalId: string) =>
  platform.db.selectFrom('time_off').selectAll().where('professional_id', '=', professionalId).execute()

describe('a change of weekly hours', () => {
  test('is offered to the owner for all, to professionals for themselves, and refused to the receptionist', async () => {
    const { centerId, ana, reception, self } = await buildPractice()
    const { professionalId } = ana
    for (const { userId, offered } of [
      { userId: centerId, offered: [true, true] },
      { userId: self.userId, offered: [true] },
      { userId: reception.userId, offered: [false, false] },
    ]) {
      const { items } = await as(userId).list({ centerId })
      expect(items.map(({ can }) => can.setHours)).toEqual(offered)
      const attempt = as(userId).setHours({ centerId, professionalId, hours: [morning(1)], preview: true })
      const isOffered = items.find((item) => item.professionalId === professionalId)?.can.setHours
      if (isOffered) expect((await attempt).affected).toHaveLength(1)
      else await expect(attempt).rejects.toMatchObject({ code: 'centers.owner_only' })
    }
  })

  test('can be previewed, and lists the appointments outside the new hours', async () => {
    const { centerId, ana } = await buildPractice()
    const change = { centerId, professionalId: ana.professionalId, hours: [morning(1), morning(3)] }
    const outside = [{ startsAt: iso(23, 15), name: 'Pablo Ríos', professionalName: 'Ana Suárez' }]
    const before = (await as(centerId).list({ centerId })).items[0]?.hours
    expect((await as(centerId).setHours({ ...change, preview: true })).affected).toMatchObject(outside)
    expect((await as(centerId).list({ centerId })).items[0]?.hours).toEqual(before)
    expect((await as(centerId).setHours(change)).affected).toMatchObject(outside)
    expect((await as(centerId).list({ centerId })).items[0]?.hours).toEqual([morning(1), morning(3)])
  })

  test('merges adjoining intervals, and can empty the week', async () => {
    const { centerId, ana } = await buildPractice()
    const { professionalId } = ana
    const set = (hours: { weekday: number; startMinute: number; endMinute: number }[]) =>
      as(centerId).setHours({ centerId, professionalId, hours })
    await set([
      { weekday: 1, startMinute: 540, endMinute: 600 },
      { weekday: 1, startMinute: 600, endMinute: 1440 },
    ])
    expect((await as(centerId).list({ centerId })).items[0]?.hours).toEqual([
      { weekday: 1, startMinute: 540, endMinute: 1440 },
    ])
    expect((await set([])).affected).toHaveLength(2)
  })

  test('with overlapping, reversed or off-grid intervals is refused at their fields', async () => {
    const { centerId, ana } = await buildPractice()
    const issues = (hours: { weekday: number; startMinute: number; endMinute: number }[]) =>
      as(centerId)
        .setHours({ centerId, professionalId: ana.professionalId, hours })
        .then(
          () => [],
          (error: { data?: { issues?: { path: (string | number)[]; message: string }[] } }) =>
            error.data?.issues?.map(({ path, message }) => `${path.join('.')}: ${message}`),
        )
    expect(await issues([morning(1), { weekday: 1, startMinute: 12 * 60, endMinute: 14 * 60 }])).toEqual([
      'hours.1.startMinute: Este horario se superpone con otro del mismo día',
    ])
    expect(await issues([{ weekday: 1, startMinute: 600, endMinute: 540 }])).toEqual([
      'hours.0.endMinute: Tiene que terminar después de empezar',
    ])
    expect(await issues([{ weekday: 1, startMinute: 541, endMinute: 600 }])).toEqual([
      'hours.0.startMinute: Las horas van de cinco en cinco minutos',
    ])
    expect((await as(centerId).list({ centerId })).items[0]?.hours).toHaveLength(presetHours.length)
  })

  test('can be made by the owner and the professional, but not by other members or users', async () => {
    const { centerId, ana, bruno, reception, self } = await buildPractice()
    const change = (professionalId: string) => ({ centerId, professionalId, hours: [morning(2)] })
    const ownId = ana.professionalId
    await as(self.userId).setHours(change(ownId))
    const ownersOnly = { code: 'centers.owner_only' }
    await expect(as(self.userId).setHours(change(bruno.professionalId))).rejects.toMatchObject(ownersOnly)
    await expect(as(reception.userId).setHours(change(ownId))).rejects.toMatchObject(ownersOnly)
    const stranger = await buildAccount(platform)
    const other = await buildCenter(platform)
    for (const userId of [stranger.userId, other.centerId]) {
      await expect(as(userId).setHours(change(ownId))).rejects.toMatchObject({ code: 'centers.not_found' })
      await expect(as(userId).list({ centerId })).rejects.toMatchObject({ code: 'centers.not_found' })
    }
    await expect(as(undefined).list({ centerId })).rejects.toMatchObject({ code: 'session.missing' })
    expect((await as(reception.userId).list({ centerId })).items).toHaveLength(2)
    expect((await as(self.userId).list({ centerId })).items).toMatchObject([{ professionalId: ownId }])
    const foreign = await buildProfessional(platform)
    for (const id of [foreign.professionalId, newId()]) {
      await expect(as(centerId).setHours(change(id))).rejects.toMatchObject({ code: 'team.professional_not_found' })
    }
  })
})

describe('time off', () => {
  test('of several professionals is added together, and lists the affected appointments', async () => {
    const { centerId, ana, bruno } = await buildPractice()
    const professionalIds = [bruno.professionalId, ana.professionalId, bruno.professionalId]
    const change = { centerId, professionalIds, startsAt: iso(23, 10, 30), endsAt: iso(23, 13), reason: 'Curso' }
    const affected = [
      { startsAt: iso(23, 10), name: 'Rosa Lago', professionalName: 'Ana Suárez' },
      { startsAt: iso(23, 11), name: 'Rosa Lago', professionalName: 'Bruno Díaz' },
    ]
    expect((await as(centerId).addTimeOff({ ...change, preview: true })).affected).toMatchObject(affected)
    expect(await rowsOf(ana.professionalId)).toEqual([])
    expect((await as(centerId).addTimeOff(change)).affected).toMatchObject(affected)
    const { items } = await as(centerId).list({ centerId })
    expect(items.map(({ timeOff }) => timeOff)).toMatchObject([
      [{ professionalId: ana.professionalId, startsAt: iso(23, 10, 30), endsAt: iso(23, 13), reason: 'Curso' }],
      [{ professionalId: bruno.professionalId }],
    ])
  })

  test('can be added and removed by the receptionist for all, and by professionals only for themselves', async () => {
    const { centerId, ana, bruno, reception, self } = await buildPractice()
    const add = (userId: string, ...professionalIds: string[]) =>
      as(userId).addTimeOff({ centerId, professionalIds, startsAt: iso(24, 0), endsAt: iso(25, 0), reason: '' })
    await add(self.userId, ana.professionalId)
    await add(reception.userId, ana.professionalId, bruno.professionalId)
    const ownersOnly = { code: 'centers.owner_only' }
    await expect(add(self.userId, ana.professionalId, bruno.professionalId)).rejects.toMatchObject(ownersOnly)
    const [ofBruno] = await rowsOf(bruno.professionalId)
    const remove = (userId: string) => as(userId).removeTimeOff({ centerId, timeOffId: ofBruno?.id ?? '' })
    await expect(remove(self.userId)).rejects.toMatchObject(ownersOnly)
    const other = await buildCenter(platform)
    await expect(remove(other.centerId)).rejects.toMatchObject({ code: 'centers.not_found' })
    // The time off must belong to the centre of the request.
    expect(await as(other.centerId).removeTimeOff({ centerId: other.centerId, timeOffId: ofBruno?.id ?? '' })).toEqual({
      removed: false,
    })
    expect(await remove(reception.userId)).toEqual({ removed: true })
    expect(await remove(reception.userId)).toEqual({ removed: false })
    // The receptionist's was the same absence.
    expect(await rowsOf(ana.professionalId)).toHaveLength(1)
  })

  test('that is over, too far ahead, or for another centre’s professional is refused and changes nothing', async () => {
    const { centerId, ana } = await buildPractice()
    const foreign = await buildProfessional(platform)
    const add = (input: { startsAt?: string; endsAt?: string; professionalIds?: string[] }) =>
      as(centerId).addTimeOff({
        centerId,
        professionalIds: [ana.professionalId],
        startsAt: iso(23, 9),
        endsAt: iso(23, 10),
        reason: '',
        ...input,
      })
    const at = (path: string) => ({ code: 'request.invalid', data: { fields: [{ path }] } })
    await expect(add({ startsAt: iso(1, 9), endsAt: iso(2, 9) })).rejects.toMatchObject(at('endsAt'))
    await expect(
      add({ startsAt: '2036-11-20T12:00:00.000Z', endsAt: '2036-11-21T12:00:00.000Z' }),
    ).rejects.toMatchObject(at('startsAt'))
    await expect(add({ startsAt: iso(23, 10), endsAt: iso(23, 9) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const both = [ana.professionalId, foreign.professionalId]
    await expect(add({ professionalIds: both })).rejects.toMatchObject({ code: 'team.professional_not_found' })
    expect(await rowsOf(ana.professionalId)).toEqual([])
    expect(await rowsOf(foreign.professionalId)).toEqual([])
  })

  test('that a professional has already is not added again, and 300 absences ahead are the most, however they are added', async () => {
    const { centerId, ana } = await buildPractice()
    const { professionalId } = ana
    const day = {
      centerId,
      professionalIds: [professionalId],
      startsAt: iso(24, 9),
      endsAt: iso(24, 12),
      reason: 'Curso',
    }
    await as(centerId).addTimeOff(day)
    await as(centerId).addTimeOff(day)
    await as(centerId).addTimeOff({ ...day, startsAt: iso(24, 10) })
    expect(await rowsOf(professionalId)).toHaveLength(1)
    await sql`insert into time_off (id, professional_id, during, reason, created_at)
      select gen_random_uuid(), ${professionalId}, tstzrange(day, day + interval '1 hour'), '', now()
      from generate_series('2027-01-01'::timestamptz, '2027-01-01'::timestamptz + interval '298 days', interval '1 day') day`.execute(
      platform.db,
    )
    const full = { code: 'team.too_many_absences' }
    const other = { ...day, startsAt: iso(25, 9), endsAt: iso(25, 12) }
    await expect(as(centerId).addTimeOff(other)).rejects.toMatchObject(full)
    const dates = ['2026-12-25']
    await expect(
      as(centerId).closeOnHolidays({ centerId, professionalIds: [professionalId], dates }),
    ).rejects.toMatchObject(full)
    const cancelled = {
      userId: centerId,
      centerId,
      professionalId,
      date: '2026-11-25',
      reason: 'Curso',
      blockRest: true,
    }
    await expect(cancelDay(platform, cancelled)).rejects.toMatchObject(full)
    // What is off already needs no further absence.
    await as(centerId).addTimeOff(day)
    expect(await rowsOf(professionalId)).toHaveLength(300)
  })

  test('and a booking for the same time are serialised', async () => {
    const { centerId, ana } = await buildPractice()
    const { serviceId, professionalId } = ana
    for (let round = 0; round < 5; round++) {
      const startsAt = at(24 + round, 9)
      const { patientId } = await buildPatient(platform)
      const caller = { userId: patientId, visitorKey: undefined }
      const [held, off] = await Promise.allSettled([
        holdAppointment(platform, { caller, address: `${round}`, serviceId, startsAt, place: 'center' }),
        as(centerId).addTimeOff({
          centerId,
          professionalIds: [professionalId],
          startsAt: startsAt.toISOString(),
          endsAt: new Date(startsAt.getTime() + hourMs).toISOString(),
          reason: '',
        }),
      ])
      expect(off.status).toBe('fulfilled')
      // Either the hold came first, or the professional is off.
      if (held.status === 'rejected') expect(held.reason).toMatchObject({ code: 'appointments.not_offered' })
      const other = { userId: (await buildPatient(platform)).patientId, visitorKey: undefined }
      const secondHold = { caller: other, address: `${round}`, serviceId, startsAt, place: 'center' } as const
      await expect(holdAppointment(platform, secondHold)).rejects.toMatchObject({
        code: held.status === 'rejected' ? 'appointments.not_offered' : expect.stringMatching(/slot_taken|not_offered/),
      })
    }
  })
})

describe('holidays', () => {
  test('of the next twelve months are listed for every visitor', async () => {
    const { items } = await as(undefined).holidays({})
    expect(items[0]).toEqual({ date: '2026-12-25', name: 'Navidad', isPaid: true })
    expect(items).toContainEqual({ date: '2027-05-01', name: 'Día de los Trabajadores', isPaid: true })
    expect(items.at(-1)?.date).toBe('2027-11-02')
    expect(items.length).toBeGreaterThan(15)
  })

  test('close whole local days, and a repeated request closes each day once', async () => {
    const { centerId, ana, bruno } = await buildPractice()
    const professionalIds = [ana.professionalId, bruno.professionalId]
    const { patientId } = await buildPatient(platform, { fullName: 'Noel Paz' })
    await buildAppointment(platform, { ...ana, patientId, startsAt: new Date('2026-12-26T02:00:00Z') })
    const change = { centerId, professionalIds, dates: ['2026-12-25', '2027-01-01', '2026-12-25'] }
    const affected = [{ name: 'Noel Paz', startsAt: '2026-12-26T02:00:00.000Z' }]
    expect((await as(centerId).closeOnHolidays({ ...change, preview: true })).affected).toMatchObject(affected)
    expect(await rowsOf(ana.professionalId)).toEqual([])
    const both = await Promise.all([as(centerId).closeOnHolidays(change), as(centerId).closeOnHolidays(change)])
    expect(both).toMatchObject([{ affected }, { affected }])
    const { items } = await as(centerId).list({ centerId })
    for (const { timeOff } of items) {
      expect(timeOff.map(({ startsAt, endsAt, reason }) => [startsAt, endsAt, reason])).toEqual([
        ['2026-12-25T03:00:00.000Z', '2026-12-26T03:00:00.000Z', 'Navidad'],
        ['2027-01-01T03:00:00.000Z', '2027-01-02T03:00:00.000Z', 'Año Nuevo'],
      ])
    }
  })

  test('close for each of more than a hundred professionals at once', async () => {
    const { centerId } = await buildCenter(platform)
    const professionalIds = await Promise.all(
      Array.from({ length: 120 }, async () => (await buildProfessional(platform, { centerId })).professionalId),
    )
    await as(centerId).closeOnHolidays({ centerId, professionalIds, dates: ['2026-12-25', '2027-01-01'] })
    const { items } = await as(centerId).list({ centerId })
    expect(items.map(({ timeOff }) => timeOff.length)).toEqual(professionalIds.map(() => 2))
  })

  test('within existing time off add no further time off', async () => {
    const { centerId, ana } = await buildPractice()
    const professionalIds = [ana.professionalId]
    const startsAt = '2026-12-20T03:00:00.000Z'
    await as(centerId).addTimeOff({
      centerId,
      professionalIds,
      startsAt,
      endsAt: '2026-12-28T03:00:00.000Z',
      reason: 'Licencia',
    })
    await as(centerId).closeOnHolidays({ centerId, professionalIds, dates: ['2026-12-25'] })
    expect(await rowsOf(ana.professionalId)).toMatchObject([{ reason: 'Licencia' }])
  })

  test('can be closed only by members who may add the time off, and only on real holidays', async () => {
    const { centerId, ana, bruno, reception, self } = await buildPractice()
    const close = (userId: string, professionalId: string, date = '2026-12-25') =>
      as(userId).closeOnHolidays({ centerId, professionalIds: [professionalId], dates: [date] })
    await close(reception.userId, bruno.professionalId)
    await close(self.userId, ana.professionalId)
    await expect(close(self.userId, bruno.professionalId)).rejects.toMatchObject({ code: 'centers.owner_only' })
    const stranger = await buildAccount(platform)
    await expect(close(stranger.userId, ana.professionalId)).rejects.toMatchObject({ code: 'centers.not_found' })
    for (const date of ['2026-12-24', '2030-12-25', '2026-05-01']) {
      await expect(close(centerId, ana.professionalId, date)).rejects.toMatchObject({
        code: 'request.invalid',
        data: { fields: [{ path: 'dates.0' }] },
      })
    }
  })
})
