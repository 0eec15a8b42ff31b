import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { settleCommissions } from '#server/features/commissions/usecases/settle-commissions.ts'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildDesk, type Desk } from '#server/testing/desk.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { pointsOf } from '#server/testing/points.ts'
import { onCleanup } from '#server/testing/resources.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { cancelAtDesk } from './usecases/cancel-at-desk.ts'
import { cancelDay } from './usecases/change-day.ts'
import { completeAppointment } from './usecases/mark-appointment.ts'
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

async function onLaterDays<T>(days: number, run: () => Promise<T>): Promise<T> {
  const before = platform.clock.now()
  platform.clock.set(new Date(before.getTime() + days * dayMs))
  try {
    return await run()
  } finally {
    platform.clock.set(before)
  }
}

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

  /** The patient's booking of yesterday, and the rest as in book(). */
  async function bookAgain(desk: Desk, patientId: string) {
    const createdAt = new Date(platform.clock.now().getTime() - 24 * 60 * minuteMs)
    const startsAt = new Date(monday.getTime() + 14 * dayMs)
    return (await buildAppointment(platform, { ...desk, patientId, startsAt, createdAt })).appointmentId
  }

  it('are not given again for what the desk books in place of the cancelled booking', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await book(desk)
    await bookAgain(desk, patientId)
    const person = { kind: 'patient', id: patientId } as const
    expect((await cancel(desk, appointmentId)).points).toBe(100)
    for (const days of [0, 1, 2]) {
      await onLaterDays(days, async () => {
        const startsAt = new Date(monday.getTime() + (days + 7) * dayMs)
        const { row } = await desk.book({ startsAt, person, evenOutsideHours: true })
        platform.clock.advance(2 * 60 * minuteMs)
        expect((await cancel(desk, row.id)).points).toBe(0)
      })
    }
    expect(await balance(patientId)).toBe(100)
  })

  it('are given once to a patient who books again and again, until the commission of a consultation there is settled', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await book(desk)
    expect((await cancel(desk, appointmentId)).points).toBe(100)
    const cancelNext = async () => {
      const next = await bookAgain(desk, patientId)
      const promised = await pointsInDialog(desk, next)
      expect((await cancel(desk, next)).points).toBe(promised)
      return promised
    }
    expect(await onLaterDays(1, cancelNext)).toBe(0)

    const startsAt = new Date(platform.clock.now().getTime() - 60 * minuteMs)
    const visit = await buildAppointment(platform, { ...desk, patientId, startsAt })
    await completeAppointment(platform, desk.at(visit.appointmentId))
    // The desk can still make the commission vanish.
    expect(await onLaterDays(2, cancelNext)).toBe(0)
    const { userId: actorId } = await buildStaff(platform, 'moderator')
    const targets = [{ id: desk.centerId, count: 1, commissionCents: 15_000 }]
    const settled = await settleCommissions(platform, { actorId, period: 'month', reference: 'TRF-1', targets })
    expect(settled).toEqual([{ id: desk.centerId }])
    expect(await onLaterDays(3, cancelNext)).toBe(100)
    expect(await onLaterDays(4, cancelNext)).toBe(0)
    // At another centre, the patient is compensated as before.
    const other = await buildDesk(platform)
    expect((await cancel(other, await bookAgain(other, patientId))).points).toBe(100)
    expect(await verifyLedger(platform.db)).toEqual([])

    const second = await bookAgain(desk, patientId)
    const row = sql`insert into points_transactions
      (id, user_id, points_amount, transaction_type, description, reference_type, reference_id, created_at)
      values (gen_random_uuid(), ${patientId}, 100, 'bonus', '', 'appointment', ${second}, ${platform.clock.now()})`
    await expect(row.execute(platform.db)).rejects.toMatchObject({ constraint: 'points_transactions_compensation' })
  })

  it('are limited by the database, too: it refuses the twenty-first person', async () => {
    const { centerId } = await buildDesk(platform)
    const write = sql`insert into compensation_days (center_id, date, people) values (${centerId}, '2026-11-20', 21)`
    await expect(write.execute(platform.db)).rejects.toMatchObject({ code: '23514' })
  })
})
