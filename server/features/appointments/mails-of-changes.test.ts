import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dayMs, minuteMs, secondMs } from '#server/platform/local-time.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { booking, later, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildService, verifyEmail } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { cancelAppointment } from './usecases/cancel-appointment.ts'
import { cancelAtDesk } from './usecases/cancel-at-desk.ts'
import { collectPayment, undoCollection } from './usecases/collect-payment.ts'
import { confirmAppointment } from './usecases/confirm-appointment.ts'
import { completeAppointment, markNoShow } from './usecases/mark-appointment.ts'
import { moveAppointment } from './usecases/move-appointment.ts'
import { moveAtDesk } from './usecases/move-at-desk.ts'
import { sendNotice } from './usecases/send-notice.ts'

const platform = await testPlatform()
const { patient, hold } = booking(platform)
const start = platform.clock.now()

async function bookAppointment({ isVerified = true } = {}) {
  const caller = await patient()
  if (isVerified) await verifyEmail(platform, caller)
  const service = await buildService(platform)
  const held = await hold({ serviceId: service.serviceId, caller })
  const appointment = await confirmAppointment(platform, { caller, appointmentId: held.id })
  const request = { caller, appointmentId: appointment.id }
  const to = appointment.patientEmail ?? ''
  await platform.db
    .updateTable('center_profiles')
    .set({ email: `${service.centerId}@centro.uy` })
    .where('id', '=', service.centerId)
    .execute()
  const mails = async (address = to) =>
    (await listMails(platform, { limit: 2000 })).filter((mail) => mail.to === address).toReversed()
  return {
    request,
    kinds: async () => (await mails()).map(({ kind }) => kind.replace('appointments.', '')),
    last: async () => (await mails()).at(-1),
    centerKinds: async () =>
      (await mails(`${service.centerId}@centro.uy`)).map(({ kind }) => kind.replace('appointments.', '')),
    move: (startsAt: Date) => moveAppointment(platform, { ...request, startsAt }),
  }
}

/** A booking of a patient for Tuesday at ten, on Monday at ten. */
async function bookAtDesk() {
  const desk = await buildDesk(platform)
  const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: later(dayMs) })
  await verifyEmail(platform, { userId: patientId })
  const mails = async () =>
    (await listMails(platform, { limit: 2000 })).filter(({ to }) => to === `${patientId}@prueba.uy`)
  return { desk, appointmentId, mails }
}

async function passTwoMinutes() {
  platform.clock.advance(2 * minuteMs)
  await runJobs(platform, { only: 'appointments.notify' })
}

describe('changes to one appointment within two minutes', () => {
  it('become one mail to the patient and one to the centre with the final state, even after sixty moves', async () => {
    const { move, kinds, centerKinds, last } = await bookAppointment()
    expect(await kinds()).toEqual(['booked'])
    for (let n = 1; n <= 60; n++) {
      await move(later((n % 2) * 60 * minuteMs + (n === 60 ? dayMs : 0)))
      platform.clock.advance(1_900)
    }
    await runJobs(platform, { only: 'appointments.notify' })
    expect(await kinds()).toEqual(['booked'])
    await passTwoMinutes()
    expect(await kinds()).toEqual(['booked', 'moved'])
    expect(await centerKinds()).toEqual(['moved.center'])
    expect((await last())?.text).toContain('Martes, 24 de noviembre, 10:00')
  })

  it('send no mail when the appointment returns to its former state', async () => {
    const { move, kinds, centerKinds } = await bookAppointment()
    await move(later(60 * minuteMs))
    await move(monday)
    await passTwoMinutes()
    expect(await kinds()).toEqual(['booked'])
    expect(await centerKinds()).toEqual([])
  })

  it('send only the cancellation when a cancellation follows a move', async () => {
    const { request, move, kinds } = await bookAppointment()
    await move(later(60 * minuteMs))
    await cancelAppointment(platform, request)
    await passTwoMinutes()
    expect(await kinds()).toEqual(['booked', 'cancelled'])
  })

  it('are mailed before the refund that the desk records right after', async () => {
    const desk = await buildDesk(platform)
    const caller = await patient()
    await verifyEmail(platform, caller)
    const { appointmentId } = await buildAppointment(platform, {
      ...desk,
      patientId: caller.userId,
      startsAt: later(dayMs),
    })
    const at = desk.at(appointmentId)
    await collectPayment(platform, { ...at, amountCents: 150_000, method: 'efectivo' })
    await cancelAtDesk(platform, { ...at, by: 'center', reason: 'La profesional se enfermó' })
    await undoCollection(platform, at)
    await runJobs(platform)
    const kindsOfPatient = async () => {
      const rows = await platform.db
        .selectFrom('outbound_mails')
        .where('reader_id', '=', caller.userId)
        .where('kind', 'like', '%by_center')
        .orderBy('id')
        .select('kind')
        .execute()
      return rows.map(({ kind }) => kind)
    }
    expect(await kindsOfPatient()).toEqual(['appointments.cancelled_by_center', 'appointments.refunded_by_center'])
    platform.clock.advance(3 * minuteMs)
    await runJobs(platform)
    expect(await kindsOfPatient()).toHaveLength(2)
  })

  it('are mailed separately from a later change', async () => {
    const { move, kinds } = await bookAppointment()
    await move(later(60 * minuteMs))
    await passTwoMinutes()
    await move(monday)
    await passTwoMinutes()
    expect(await kinds()).toEqual(['booked', 'moved', 'moved'])
  })

  it('by the desk also become one mail, which contains the time before the first change', async () => {
    const desk = await buildDesk(platform)
    const person = { kind: 'newGuest', fullName: 'Luis Paz', phone: '', email: 'luis@ejemplo.uy' } as const
    const { row } = await desk.book({ startsAt: monday, person })
    for (let n = 1; n <= 3; n++) {
      const startsAt = later(n * 60 * minuteMs)
      const at = { ...desk.at(row.id), startsAt, reason: `Motivo ${n}`, evenOutsideHours: true }
      expect((await moveAtDesk(platform, at)).notified).toBe(true)
    }
    await passTwoMinutes()
    const mails = (await listMails(platform, { limit: 2000 })).filter(({ to }) => to === person.email)
    expect(mails.map(({ kind }) => kind).toReversed()).toEqual([
      'appointments.booked_at_desk',
      'appointments.moved_by_center',
    ])
    expect(mails[0]?.text).toContain('Antes era: Lunes, 23 de noviembre, 10:00')
    expect(mails[0]?.text).toContain('Motivo 3')
  })

  it('by the desk are mailed, with the former time, also when the appointment was completed or missed right after', async () => {
    for (const mark of [completeAppointment, markNoShow]) {
      platform.clock.set(start)
      const { desk, appointmentId, mails } = await bookAtDesk()
      const soon = later(5 * minuteMs)
      platform.clock.set(new Date(soon.getTime() - 30 * secondMs))
      await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: soon, evenOutsideHours: true, by: 'patient' })
      platform.clock.set(soon)
      await mark(platform, desk.at(appointmentId))
      await passTwoMinutes()
      const [mail, ...others] = await mails()
      expect(others).toEqual([])
      expect(mail?.text).toContain('era: Martes, 24 de noviembre, 10:00')
      expect(mail?.text).toContain(
        mark === markNoShow ? 'No fui a esa hora»' : 'El centro ya anotó que fuiste a la hora nueva',
      )
      expect(mail?.text).toContain(`appointment=${appointmentId}&act=object`)
    }
    platform.clock.set(start)
  })

  it('by the desk are sent by the mail server, also once the appointment has begun or was completed', async () => {
    const { desk, appointmentId } = await bookAtDesk()
    const soon = later(5 * minuteMs)
    platform.clock.set(new Date(soon.getTime() - 30 * secondMs))
    await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: soon, evenOutsideHours: true })
    await passTwoMinutes()
    await completeAppointment(platform, desk.at(appointmentId))
    const waiting = await sql<{ isSent: boolean }>`
      select valid_until > ${platform.clock.now()} and subject_state(about, about_id) = about_state as "isSent"
      from outbound_mails where about_id = ${appointmentId} and kind = 'appointments.moved_by_center'`.execute(
      platform.db,
    )
    expect(waiting.rows).toEqual([{ isSent: true }])
    platform.clock.set(start)
  })

  it('are mailed once when two processes send them simultaneously', async () => {
    const { move, kinds } = await bookAppointment()
    await move(later(60 * minuteMs))
    const second = await connectDatabase({ url: platform.databaseUrl, log: platform.log })
    const [notice] = await platform.db
      .selectFrom('appointment_notices')
      .select(['appointment_id as appointmentId', 'due_at as dueAt'])
      .where('audience', '=', 'attendee')
      .execute()
    if (!notice) throw new Error('no notice waits')
    const send = (on: typeof platform) => sendNotice(on, { ...notice, audience: 'attendee' })
    await Promise.all([send(platform), send({ ...platform, ...second }), send(platform)])
    await second.close()
    expect(await kinds()).toEqual(['booked', 'moved'])
  })
})

describe('an unverified address', () => {
  it('receives at most five mails a day, one of them reserved for a link, however often its appointment changes', async () => {
    const { request, move, kinds } = await bookAppointment({ isVerified: false })
    for (let n = 1; n <= 8; n++) {
      await move(later((n % 2) * 60 * minuteMs))
      await passTwoMinutes()
    }
    await cancelAppointment(platform, request)
    await passTwoMinutes()
    expect(await kinds()).toEqual(['booked', 'moved', 'moved', 'moved'])
  })

  it('receives mails without that limit once its owner has verified it', async () => {
    const { request, move, kinds } = await bookAppointment({ isVerified: false })
    for (let n = 1; n <= 8; n++) {
      await move(later((n % 2) * 60 * minuteMs))
      await passTwoMinutes()
    }
    await verifyEmail(platform, request.caller)
    await move(later(2 * 60 * minuteMs))
    await passTwoMinutes()
    expect((await kinds()).length).toBe(5)
  })
})
