import { describe, expect, it } from 'vitest'
import { setPreference } from '#server/features/notifications/usecases/preferences.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildProfessional, buildTimeOff } from '#server/testing/builders.ts'
import { buildDesk, type Desk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { tryLockChangeOfMany } from '../repository/locks.ts'
import { cancelDay, moveDay } from './change-day.ts'
import { markArrived } from './mark-appointment.ts'

const platform = await testPlatform()
/** Local time on a day of that week in Montevideo, which is three hours behind. */
const at = (day: number, hours: number) => new Date(Date.UTC(2026, 10, day, hours + 3))
const reason = 'Se rompió un caño'

const book = async (desk: Desk, startsAt: Date) =>
  (await buildAppointment(platform, { ...desk, startsAt })).appointmentId
const day = (desk: Desk, date: string) => ({
  userId: desk.reception,
  centerId: desk.centerId,
  professionalId: desk.professionalId,
  date,
  reason,
  blockRest: false,
})
const startsOf = async (desk: Desk) => {
  const rows = await platform.db
    .selectFrom('appointments')
    .select(['starts_at', 'status'])
    .where('center_id', '=', desk.centerId)
    .orderBy('starts_at')
    .execute()
  return rows.map(({ starts_at, status }) => `${starts_at.toISOString().slice(8, 16)} ${status}`)
}
const mailsOf = async (kind: string) =>
  (await listAllMails(platform, { limit: 1000 })).filter((mail) => mail.kind === kind)

describe('a day of one professional', () => {
  it('is cancelled as a whole, each patient is notified, and no other day changes', async () => {
    const desk = await buildDesk(platform)
    for (const hour of [0, 9, 11, 23]) await book(desk, at(24, hour))
    await book(desk, at(25, 9))
    expect(await cancelDay(platform, day(desk, '2026-11-24'))).toMatchObject({ changed: 4, unchanged: [], toCall: [] })
    expect(await cancelDay(platform, day(desk, '2026-11-24'))).toMatchObject({ changed: 0, unchanged: [], toCall: [] })
    expect(await startsOf(desk)).toEqual([
      '24T03:00 cancelled',
      '24T12:00 cancelled',
      '24T14:00 cancelled',
      '25T02:00 cancelled',
      '25T12:00 confirmed',
    ])
    expect(await mailsOf('appointments.cancelled_by_center')).toHaveLength(4)
  })

  it('keeps and reports the appointment of a patient who has arrived', async () => {
    const desk = await buildDesk(platform)
    const now = platform.clock.now()
    const arrivedId = await book(desk, new Date(now.getTime() - 30 * minuteMs))
    await book(desk, new Date(now.getTime() + 60 * minuteMs))
    await markArrived(platform, desk.at(arrivedId))
    const { changed, unchanged } = await cancelDay(platform, day(desk, '2026-11-20'))
    expect(changed).toBe(1)
    expect(unchanged).toMatchObject([{ appointmentId: arrivedId, reason: 'Ya llegó, o la cita cambió mientras tanto' }])
  })

  it('moves to the same times of another day, and reports why the other appointments stay', async () => {
    const desk = await buildDesk(platform)
    const nine = await book(desk, at(24, 9))
    const eleven = await book(desk, at(24, 11))
    await book(desk, at(24, 15))
    await book(desk, at(26, 9))
    await buildTimeOff(platform, { ...desk, startsAt: at(26, 11), endsAt: at(26, 12) })
    const move = { ...day(desk, '2026-11-24'), toDate: '2026-11-26' }
    const unchanged = [
      {
        appointmentId: nine,
        startsAt: at(24, 9).toISOString(),
        name: 'Lucía Pérez',
        phone: null,
        reason: 'No hay lugar a esa hora: acuerda otra por teléfono',
      },
      {
        appointmentId: eleven,
        startsAt: at(24, 11).toISOString(),
        name: 'Lucía Pérez',
        phone: null,
        reason: 'El profesional no atiende a esa hora',
      },
    ]
    const before = await startsOf(desk)
    expect(await moveDay(platform, { ...move, preview: true })).toMatchObject({ changed: 1, unchanged, toCall: [] })
    expect(await startsOf(desk)).toEqual(before)
    expect(await moveDay(platform, move)).toMatchObject({ changed: 1, unchanged, toCall: [] })
    expect(await startsOf(desk)).toEqual([
      '24T12:00 confirmed',
      '24T14:00 confirmed',
      '26T12:00 confirmed',
      '26T18:00 confirmed',
    ])
    expect(await mailsOf('appointments.moved_by_center')).toMatchObject([{ text: expect.stringContaining(reason) }])
  })

  it('lists the people whom no mail notifies with their number when it changes, but not in a preview', async () => {
    const desk = await buildDesk(platform)
    const { row } = await desk.book({ startsAt: at(24, 9) })
    const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: at(24, 11) })
    await book(desk, at(24, 15))
    await setPreference(platform, { userId: patientId, kind: 'appointment', byMail: false })
    const move = { ...day(desk, '2026-11-24'), toDate: '2026-11-26' }
    const rosa = { appointmentId: row.id, name: 'Rosa Luna', phone: '+598 99 123 456' }
    const lucia = { appointmentId, name: 'Lucía Pérez', phone: null }
    const toCall = [
      { ...rosa, wasAt: at(24, 9).toISOString(), startsAt: at(26, 9).toISOString() },
      { ...lucia, wasAt: at(24, 11).toISOString(), startsAt: at(26, 11).toISOString() },
    ]
    const notified = [{ wasAt: at(24, 15).toISOString(), startsAt: at(26, 15).toISOString() }]
    expect(await moveDay(platform, { ...move, preview: true })).toMatchObject({ changed: 3, unchanged: [], toCall: [] })
    expect(await moveDay(platform, move)).toMatchObject({ changed: 3, unchanged: [], toCall, notified })
    const cancelled = [
      { ...rosa, startsAt: null },
      { ...lucia, startsAt: null },
    ]
    expect(await cancelDay(platform, { ...day(desk, '2026-11-26'), preview: true })).toMatchObject({
      changed: 3,
      toCall: cancelled,
    })
    expect(await cancelDay(platform, day(desk, '2026-11-26'))).toMatchObject({
      changed: 3,
      unchanged: [],
      toCall: cancelled,
    })
  })

  it.each([
    ['itself', '2026-11-24'],
    ['a day that is over', '2026-11-19'],
    ['a day more than eighteen months ahead', '2028-06-01'],
  ])('cannot be moved to %s', async (_, toDate) => {
    const desk = await buildDesk(platform)
    await expect(moveDay(platform, { ...day(desk, '2026-11-24'), toDate })).rejects.toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ path: 'toDate' }] },
    })
  })

  it('keeps the appointments that are over, and can be moved back to a later time of today', async () => {
    const desk = await buildDesk(platform)
    await book(desk, at(20, 7))
    await book(desk, at(20, 17))
    expect(await moveDay(platform, { ...day(desk, '2026-11-20'), toDate: '2026-11-23' })).toMatchObject({
      changed: 1,
      unchanged: [],
      toCall: [],
    })
    const back = await moveDay(platform, { ...day(desk, '2026-11-23'), toDate: '2026-11-20' })
    expect(back).toMatchObject({ changed: 1, unchanged: [], toCall: [] })
  })

  it('can be changed by the professional themself and the desk of this centre only', async () => {
    const desk = await buildDesk(platform)
    const other = await buildDesk(platform)
    const colleague = await buildProfessional(platform, { centerId: desk.centerId })
    const dayOfProfessional = { ...day(desk, '2026-11-24'), userId: desk.professional }
    expect(await cancelDay(platform, dayOfProfessional)).toMatchObject({ changed: 0, unchanged: [], toCall: [] })
    await expect(
      cancelDay(platform, { ...dayOfProfessional, professionalId: colleague.professionalId }),
    ).rejects.toEqual(withCode('appointments.not_found'))
    await expect(
      cancelDay(platform, { ...day(desk, '2026-11-24'), professionalId: other.professionalId }),
    ).rejects.toEqual(withCode('appointments.not_found'))
    await expect(cancelDay(platform, { ...day(desk, '2026-11-24'), userId: other.owner })).rejects.toEqual(
      withCode('centers.not_found'),
    )
  })

  it('notifies each patient once when two receptionists cancel it simultaneously', async () => {
    const desk = await buildDesk(platform)
    const before = (await mailsOf('appointments.cancelled_by_center')).length
    for (const hour of [9, 10, 11]) await book(desk, at(24, hour))
    const twice = [cancelDay(platform, day(desk, '2026-11-24')), cancelDay(platform, day(desk, '2026-11-24'))]
    for (const outcome of await Promise.allSettled(twice)) {
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(withCode('agenda.many_in_progress'))
    }
    expect((await mailsOf('appointments.cancelled_by_center')).length - before).toBe(3)
  })

  it('waits while another change of many of the centre runs, its preview is refused at once, and a member has a limit of previews', async () => {
    const desk = await buildDesk(platform)
    await book(desk, at(24, 9))
    const preview = () => cancelDay(platform, { ...day(desk, '2026-11-24'), preview: true })
    const running = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const other = platform.db.transaction().execute(async (tx) => {
      locked.resolve(void (await tryLockChangeOfMany(tx, desk)))
      await running.promise
    })
    await locked.promise
    await expect(preview()).rejects.toEqual(withCode('agenda.many_in_progress'))
    const change = cancelDay(platform, day(desk, '2026-11-25'))
    running.resolve()
    await other
    expect(await change).toMatchObject({ changed: 0 })
    for (let count = 2; count <= 20; count += 1) expect(await preview()).toMatchObject({ changed: 1 })
    await expect(preview()).rejects.toEqual(withCode('request.too_many'))
    // A change with other terms does the work of a preview, and changes nothing.
    const withOtherTerms = () => cancelDay(platform, { ...day(desk, '2026-11-24'), terms: 'otros' })
    for (let count = 2; count < 20; count += 1)
      await expect(withOtherTerms()).rejects.toEqual(withCode('request.terms_changed'))
    expect(await cancelDay(platform, day(desk, '2026-11-24'))).toMatchObject({ changed: 1 })
    await expect(withOtherTerms()).rejects.toEqual(withCode('request.too_many'))
  })

  it('of a centre that staff never approved has at most 20 appointments', async () => {
    const desk = await buildDesk(platform)
    await platform.db
      .updateTable('center_profiles')
      .set({ approved_at: null })
      .where('id', '=', desk.centerId)
      .execute()
    for (let n = 0; n < 21; n += 1) await book(desk, at(24, n))
    await expect(cancelDay(platform, day(desk, '2026-11-24'))).rejects.toMatchObject({ code: 'request.invalid' })
  })
})
