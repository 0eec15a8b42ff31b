import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { removeTimeOff } from '#server/features/centers/usecases/update-time-off.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { addTimeOff } from '#server/processes/add-time-off.ts'
import { booking } from '#server/testing/booking.ts'
import {
  buildAppointment,
  buildPatient,
  buildProfessional,
  buildService,
  buildTimeOff,
} from '#server/testing/builders.ts'
import { buildDesk, type Desk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { failedReason } from './rules/agenda.ts'
import { cancelDay, moveDay } from './usecases/change-day.ts'
import { confirmAppointment } from './usecases/confirm-appointment.ts'
import { markArrived } from './usecases/mark-appointment.ts'

const platform = await testPlatform()
const { hold, patient } = booking(platform)
/** Local time on a day of that month in Montevideo, which is three hours behind. */
const at = (day: number, hours: number) => new Date(Date.UTC(2026, 10, day, hours + 3))
const reason = 'La profesional está enferma'

const book = (desk: Desk, startsAt: Date) => buildAppointment(platform, { ...desk, startsAt })
const day = (desk: Desk, date: string) => ({
  userId: desk.reception,
  centerId: desk.centerId,
  professionalId: desk.professionalId,
  date,
  reason,
  blockRest: true,
})
const absencesOf = async ({ professionalId }: Desk) =>
  (
    await platform.db
      .selectFrom('time_off')
      .select([sql<Date>`lower(during)`.as('from'), sql<Date>`upper(during)`.as('to'), 'reason', 'id'])
      .where('professional_id', '=', professionalId)
      .orderBy('during')
      .execute()
  ).map(({ from, to, ...rest }) => ({ ...rest, from: from.toISOString(), to: to.toISOString() }))
const statusesOf = async ({ centerId }: Desk) =>
  (
    await platform.db
      .selectFrom('appointments')
      .select(['starts_at', 'status'])
      .where('center_id', '=', centerId)
      .orderBy('starts_at')
      .execute()
  ).map(({ starts_at, status }) => `${starts_at.toISOString().slice(8, 16)} ${status}`)
const countMails = async () => (await listAllMails(platform, { limit: 1000 })).length

describe('a sick day', () => {
  it('is cancelled and blocked from now to midnight when it is today; deleting the block offers its times again', async () => {
    const desk = await buildDesk(platform)
    await book(desk, at(20, 15))
    const { changed, blocked } = await cancelDay(platform, day(desk, '2026-11-20'))
    expect(changed).toBe(1)
    expect(blocked).toMatchObject({ startsAt: at(20, 9).toISOString(), endsAt: at(21, 0).toISOString() })
    expect(await absencesOf(desk)).toMatchObject([
      { from: at(20, 9).toISOString(), to: at(21, 0).toISOString(), reason, id: blocked?.id },
    ])
    const slotOfSickDay = { serviceId: desk.serviceId, startsAt: at(20, 15) }
    await expect(hold(slotOfSickDay)).rejects.toEqual(withCode('appointments.not_offered'))
    await removeTimeOff(platform, { ...day(desk, ''), timeOffId: blocked?.id ?? '' })
    await expect(hold(slotOfSickDay)).resolves.toMatchObject({ status: 'held' })
  })

  it('is blocked as a whole and only once when it lies in the future, even when its appointments are moved', async () => {
    const desk = await buildDesk(platform)
    await book(desk, at(24, 10))
    await book(desk, at(24, 15))
    const move = { ...day(desk, '2026-11-24'), toDate: '2026-11-26' }
    expect(await moveDay(platform, { ...move, preview: true })).toMatchObject({ changed: 2 })
    expect(await absencesOf(desk)).toEqual([])
    expect(await moveDay(platform, move)).toMatchObject({ changed: 2 })
    expect(await cancelDay(platform, day(desk, '2026-11-24'))).toMatchObject({ changed: 0, blocked: null })
    expect(await absencesOf(desk)).toMatchObject([{ from: at(24, 0).toISOString(), to: at(25, 0).toISOString() }])
    expect(await statusesOf(desk)).toEqual(['26T13:00 confirmed', '26T18:00 confirmed'])
  })

  it('without a block leaves the day open', async () => {
    const desk = await buildDesk(platform)
    await book(desk, at(24, 10))
    await cancelDay(platform, { ...day(desk, '2026-11-24'), blockRest: false })
    expect(await absencesOf(desk)).toEqual([])
  })

  it('expires the holds of visitors, who read that when they confirm', async () => {
    const desk = await buildDesk(platform)
    const caller = await patient()
    const held = await hold({ caller, serviceId: desk.serviceId, startsAt: at(24, 10) })
    await cancelDay(platform, day(desk, '2026-11-24'))
    await expect(confirmAppointment(platform, { caller, appointmentId: held.id })).rejects.toEqual(
      withCode('appointments.hold_expired'),
    )
  })

  it('whose block fails changes nothing and notifies no patient', async () => {
    const desk = await buildDesk(platform)
    for (const hour of [9, 10, 11]) await book(desk, at(24, hour))
    const before = { statuses: await statusesOf(desk), mails: await countMails() }
    await sql`create function refuse_time_off() returns trigger language plpgsql as 'begin raise exception ''no space left''; end'`.execute(
      platform.db,
    )
    await sql`create trigger refuse_time_off before insert on time_off for each row execute function refuse_time_off()`.execute(
      platform.db,
    )
    for (const change of [
      () => cancelDay(platform, day(desk, '2026-11-24')),
      () => moveDay(platform, { ...day(desk, '2026-11-24'), toDate: '2026-11-26' }),
    ]) {
      await expect(change()).rejects.toThrow('no space left')
      expect({ statuses: await statusesOf(desk), mails: await countMails() }).toEqual(before)
    }
    await sql`drop function refuse_time_off() cascade`.execute(platform.db)
  })

  it('whose last mail fails changes the others, and names the appointment that stays', async () => {
    const desk = await buildDesk(platform)
    for (const hour of [9, 10]) await book(desk, at(24, hour))
    const { patientId } = await book(desk, at(24, 11))
    const [first, second, last] = await statusesOf(desk)
    await sql`create function refuse_mail() returns trigger language plpgsql as 'begin
      if exists (select from appointments where id = new.appointment_id and patient_id = tg_argv[0]::uuid) then
        raise exception ''mail is full''; end if; return new; end'`.execute(platform.db)
    await sql`create trigger refuse_mail before insert on appointment_notices for each row
      execute function refuse_mail(${sql.lit(patientId)})`.execute(platform.db)
    const changed = await cancelDay(platform, day(desk, '2026-11-24'))
    expect(changed).toMatchObject({ changed: 2, unchanged: [{ reason: failedReason }] })
    expect(await statusesOf(desk)).toEqual([
      ...[first, second].map((line) => line?.replace('confirmed', 'cancelled')),
      last,
    ])
    expect(await absencesOf(desk)).toHaveLength(1)
    await sql`drop function refuse_mail() cascade`.execute(platform.db)
  })

  it('leaves no appointment open, however many visitors book at the same time', async () => {
    const desk = await buildDesk(platform)
    for (const hour of [9, 10, 11]) await book(desk, at(24, hour))
    const visitors = [14, 15, 16, 17].map(async (hour) => {
      const caller = await patient()
      const held = await hold({ caller, serviceId: desk.serviceId, startsAt: at(24, hour) })
      return confirmAppointment(platform, { caller, appointmentId: held.id })
    })
    const [outcome] = await Promise.allSettled([cancelDay(platform, day(desk, '2026-11-24')), ...visitors])
    expect(outcome.status).toBe('fulfilled')
    const open = (await statusesOf(desk)).filter((line) => !line.endsWith('cancelled') && !line.endsWith('held'))
    // A booking that succeeded was stored before the block, so it was cancelled with the others.
    expect(open).toEqual([])
  }, 30_000)

  it('of two professionals with the same patients is cancelled by one of two receptionists at once, and the other repeats it', async () => {
    const desk = await buildDesk(platform)
    const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId })
    const other = { ...desk, ...(await buildService(platform, { centerId: desk.centerId, professionalId })) }
    const patients = await Promise.all([9, 10, 11, 12].map(() => buildPatient(platform, { verified: true })))
    for (const [n, patient] of patients.entries()) {
      await buildAppointment(platform, { ...desk, ...patient, startsAt: at(24, 9 + n) })
      await buildAppointment(platform, { ...other, ...patient, startsAt: at(24, 18 - n) })
    }
    const days = [day(desk, '2026-11-24'), { ...day(desk, '2026-11-24'), professionalId }]
    const outcomes = await Promise.allSettled(days.map((each) => cancelDay(platform, each)))
    const refused = days.filter((_, n) => outcomes[n]?.status === 'rejected')
    expect(outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toEqual(
      refused.map(() => withCode('agenda.many_in_progress')),
    )
    expect(outcomes).toContainEqual({ status: 'fulfilled', value: expect.objectContaining({ changed: 4 }) })
    for (const each of refused) expect(await cancelDay(platform, each)).toMatchObject({ changed: 4 })
  }, 30_000)

  it('keeps the appointment of a patient who has arrived, and blocks the rest of the day', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId } = await book(desk, new Date(platform.clock.now().getTime() - 30 * minuteMs))
    await markArrived(platform, desk.at(appointmentId))
    const { unchanged, blocked } = await cancelDay(platform, day(desk, '2026-11-20'))
    expect(unchanged).toMatchObject([{ appointmentId }])
    expect(blocked).toBeTruthy()
  })
})

describe('moving a day', () => {
  it('reveals the centre’s own free times, and nothing about its patients’ appointments at other centres', async () => {
    const desk = await buildDesk(platform)
    const busy = await book(desk, at(24, 9))
    await book(desk, at(24, 11))
    await book(desk, at(24, 15))
    await buildAppointment(platform, { patientId: busy.patientId, startsAt: at(26, 9) })
    await book(desk, at(26, 15))
    const move = { ...day(desk, '2026-11-24'), toDate: '2026-11-26' }
    const { changed, unchanged } = await moveDay(platform, { ...move, preview: true })
    // The refusals at nine and at eleven are the same.
    expect(changed).toBe(2)
    expect(unchanged).toMatchObject([{ startsAt: at(24, 15).toISOString() }])
    const done = await moveDay(platform, move)
    expect(done.changed).toBe(1)
    const [elsewhere, taken] = done.unchanged
    expect(elsewhere?.startsAt).toBe(at(24, 9).toISOString())
    expect({ ...elsewhere, appointmentId: '', startsAt: '' }).toEqual({ ...taken, appointmentId: '', startsAt: '' })
    expect(elsewhere?.reason).not.toContain('otra cita')
  })
})

describe('an absence', () => {
  const absence = { startsAt: at(23, 0), endsAt: at(25, 0), reason: 'Gripe' }
  const add = (desk: Desk, input: Partial<Parameters<typeof addTimeOff>[1]> = {}) =>
    addTimeOff(platform, {
      userId: desk.reception,
      centerId: desk.centerId,
      professionalIds: [desk.professionalId],
      absence,
      preview: false,
      ...input,
    })

  it('cancels its appointments in one request, and lists the people who were notified and those to call', async () => {
    const desk = await buildDesk(platform)
    await book(desk, at(23, 10))
    await desk.book({ startsAt: at(24, 10) })
    await book(desk, at(25, 10))
    const appointments = { action: 'cancel', reason } as const
    const preview = await add(desk, { appointments, preview: true })
    expect(preview.affected).toHaveLength(2)
    expect(preview.change).toMatchObject({ changed: 2 })
    expect(await absencesOf(desk)).toEqual([])
    const { change } = await add(desk, { appointments })
    expect(change).toMatchObject({
      changed: 2,
      notified: [{ name: 'Lucía Pérez' }],
      toCall: [{ name: 'Rosa Luna', phone: '+598 99 123 456' }],
    })
    expect(await absencesOf(desk)).toHaveLength(1)
    expect(await statusesOf(desk)).toEqual(['23T13:00 cancelled', '24T13:00 cancelled', '25T13:00 confirmed'])
  })

  it('moves its appointments by the requested number of weeks, and leaves those that do not fit', async () => {
    const desk = await buildDesk(platform)
    await book(desk, at(23, 10))
    await book(desk, at(24, 10))
    await buildTimeOff(platform, { ...desk, startsAt: at(30, 9), endsAt: at(30, 12) })
    const { change } = await add(desk, { appointments: { action: 'move', weeks: 1, reason } })
    expect(change).toMatchObject({ changed: 1, unchanged: [{ startsAt: at(23, 10).toISOString() }] })
    expect(await statusesOf(desk)).toEqual(['23T13:00 confirmed', '01T13:00 confirmed'])
  })

  it('keeps its appointments unless the request says otherwise', async () => {
    const desk = await buildDesk(platform)
    await book(desk, at(23, 10))
    expect(await add(desk)).toMatchObject({ affected: [{ name: 'Lucía Pérez' }], change: null })
    expect(await statusesOf(desk)).toEqual(['23T13:00 confirmed'])
  })

  it('of a colleague cannot be added by a professional', async () => {
    const desk = await buildDesk(platform)
    const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId })
    await expect(
      add(desk, {
        userId: desk.professional,
        professionalIds: [professionalId],
        appointments: { action: 'cancel', reason },
      }),
    ).rejects.toEqual(withCode('centers.owner_only'))
  })
})
