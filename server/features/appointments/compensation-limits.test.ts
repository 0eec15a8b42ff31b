import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { minuteMs } from '#server/platform/local-time.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildDesk, type Desk } from '#server/testing/desk.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { pointsOf } from '#server/testing/points.ts'
import { onCleanup } from '#server/testing/resources.ts'
import { cancelAtDesk } from './usecases/cancel-at-desk.ts'
import { cancelDay } from './usecases/change-day.ts'
import { readCancellation } from './usecases/read-cancellation.ts'

const platform = await testPlatform()
const monday = new Date('2026-11-23T13:00:00Z')
const reason = 'La profesional está enferma'

type Booking = { verified?: boolean; bookedMinutesAgo?: number; startsAt?: Date; durationMinutes?: number }

async function book(desk: Desk, { verified = true, bookedMinutesAgo = 60 * 24, ...rest }: Booking = {}) {
  const { patientId } = await buildPatient(platform, { verified })
  const madeAt = new Date(platform.clock.now().getTime() - bookedMinutesAgo * minuteMs)
  const { appointmentId } = await buildAppointment(platform, {
    ...desk,
    startsAt: monday,
    ...rest,
    patientId,
    createdAt: madeAt,
  })
  return { appointmentId, patientId }
}
const cancel = (desk: Desk, appointmentId: string) =>
  cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason })
const pointsInDialog = async (desk: Desk, appointmentId: string) =>
  (await readCancellation(platform, desk.at(appointmentId))).byCenter.points
const balance = async (userId: string) => (await pointsOf(platform, { userId })).points?.available ?? 0
const mailTo = async (patientId: string) =>
  (await listAllMails(platform, { limit: 1000 })).find(
    ({ to, kind }) => to === `${patientId}@prueba.uy` && kind === 'appointments.cancelled_by_center',
  )?.text
const compensatedToday = async ({ centerId }: Desk) =>
  (await platform.db.selectFrom('compensation_days').select('people').where('center_id', '=', centerId).execute()).map(
    ({ people }) => people,
  )

describe('points for an appointment that its centre cancels', () => {
  it.each<[string, Booking, number]>([
    ['go to a patient whose address is verified', {}, 100],
    ['do not go to a patient whose address is unverified', { verified: false }, 0],
    ['are given for a booking that is an hour old', { bookedMinutesAgo: 60 }, 100],
    ['are not given for a booking of the last hour', { bookedMinutesAgo: 59 }, 0],
  ])('%s, and the dialog and the mail say the same', async (_, booking, points) => {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await book(desk, booking)
    expect(await pointsInDialog(desk, appointmentId)).toBe(points)
    expect((await cancel(desk, appointmentId)).points).toBe(points)
    expect(await balance(patientId)).toBe(points)
    const mail = await mailTo(patientId)
    if (points > 0) expect(mail).toContain('Te sumamos 100 puntos')
    else expect(mail).not.toContain('puntos')
  })

  it('go to a patient once a day: the dialog promises none for a second appointment, and none are granted', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await book(desk)
    const second = await buildAppointment(platform, {
      ...desk,
      patientId,
      startsAt: new Date(monday.getTime() + 120 * minuteMs),
      createdAt: new Date(platform.clock.now().getTime() - 24 * 60 * minuteMs),
    })
    expect((await cancel(desk, appointmentId)).points).toBe(100)
    expect(await pointsInDialog(desk, second.appointmentId)).toBe(0)
    expect((await cancel(desk, second.appointmentId)).points).toBe(0)
    expect(await balance(patientId)).toBe(100)
  })

  it('depend on when the appointment was booked, not on when it was moved', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId } = await book(desk)
    const now = platform.clock.now()
    await platform.db
      .updateTable('appointments')
      .set({ requested_at: now, moved_at: now })
      .where('id', '=', appointmentId)
      .execute()
    expect((await cancel(desk, appointmentId)).points).toBe(100)
  })

  it('go to at most twenty people of one centre a day, and to twenty more the next day', async () => {
    const desk = await buildDesk(platform)
    const startsAt = (n: number) => new Date(monday.getTime() + n * 30 * minuteMs)
    const bookings: Awaited<ReturnType<typeof book>>[] = []
    for (let n = 0; n < 22; n += 1) bookings.push(await book(desk, { startsAt: startsAt(n), durationMinutes: 30 }))
    const last = bookings.at(-1)?.appointmentId ?? ''
    const results = await Promise.all(bookings.slice(0, 21).map(({ appointmentId }) => cancel(desk, appointmentId)))
    expect(results.filter(({ points }) => points === 100)).toHaveLength(20)
    expect(await compensatedToday(desk)).toEqual([20])
    expect(await pointsInDialog(desk, last)).toBe(0)
    platform.clock.advance(24 * 60 * minuteMs)
    expect(await pointsInDialog(desk, last)).toBe(100)
    expect((await cancel(desk, last)).points).toBe(100)
    platform.clock.advance(-24 * 60 * minuteMs)
  })

  it('go to exactly twenty of thirty people when two servers cancel their appointments simultaneously', async () => {
    const desk = await buildDesk(platform)
    const { db, pool, close } = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 8 })
    onCleanup(close)
    const servers = [platform, { ...platform, db, pool }]
    const bookings = Array.from({ length: 30 }, (_, n) =>
      book(desk, { startsAt: new Date(monday.getTime() + n * 30 * minuteMs), durationMinutes: 30 }),
    )
    const booked = await Promise.all(bookings)
    const results = await Promise.all(
      booked.map(({ appointmentId }, n) =>
        cancelAtDesk(servers[n % 2] ?? platform, { ...desk.at(appointmentId), by: 'center', reason }),
      ),
    )
    expect(results.filter(({ points }) => points === 100)).toHaveLength(20)
    const balances = await Promise.all(booked.map(({ patientId }) => balance(patientId)))
    expect(balances.filter((points) => points === 100)).toHaveLength(20)
    expect(await compensatedToday(desk)).toEqual([20])
  })

  it('are limited when a whole day is cancelled; its preview counts the same and grants none', async () => {
    const desk = await buildDesk(platform)
    const people = [
      await book(desk),
      await book(desk, { verified: false, startsAt: new Date(monday.getTime() + 7_200_000) }),
    ]
    const day = {
      userId: desk.reception,
      centerId: desk.centerId,
      professionalId: desk.professionalId,
      date: '2026-11-23',
      reason,
      blockRest: true,
    }
    expect(await cancelDay(platform, { ...day, preview: true })).toMatchObject({ changed: 2, compensated: 1 })
    expect(await Promise.all(people.map(({ patientId }) => balance(patientId)))).toEqual([0, 0])
    expect(await compensatedToday(desk)).toEqual([])
    expect(await cancelDay(platform, day)).toMatchObject({ changed: 2, compensated: 1 })
    expect(await Promise.all(people.map(({ patientId }) => balance(patientId)))).toEqual([100, 0])
  })

  it('are limited by the database, too: it refuses the twenty-first person', async () => {
    const { centerId } = await buildDesk(platform)
    const write = sql`insert into compensation_days (center_id, date, people) values (${centerId}, '2026-11-20', 21)`
    await expect(write.execute(platform.db)).rejects.toMatchObject({ code: '23514' })
  })
})
