import { safe } from '@orpc/server'
import { describe, expect, test } from 'vitest'
import { acceptDeskBooking } from '#server/features/appointments/usecases/accept-desk-booking.ts'
import { bookAtDesk } from '#server/features/appointments/usecases/book-at-desk.ts'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { moveAppointment } from '#server/features/appointments/usecases/move-appointment.ts'
import { moveAtDesk } from '#server/features/appointments/usecases/move-at-desk.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildMember, buildService, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildRecord } from '#server/testing/clinical-records.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { clinicalRecordsRoutes } from './clinical-records.routes.ts'

const platform = await testPlatform()
const start = platform.clock.now()
const as = (userId: string) => clientOf(platform, { clinicalRecords: clinicalRecordsRoutes }, userId).clinicalRecords

const codeOf = async (call: Promise<unknown>) => {
  const { error } = await safe(call)
  return (error as { code?: string } | null)?.code
}

/** A recorded patient, and a professional whom the owner adds with an address of the owner's own. */
async function buildIntruder() {
  platform.clock.set(start)
  const record = await buildRecord(platform)
  const { centerId } = record
  const { serviceId, professionalId } = await buildService(platform, { centerId })
  const intruder = (await buildMember(platform, { centerId, role: 'professional', professionalId })).userId
  const bookAt = (startsAt: Date) =>
    bookAtDesk(platform, {
      userId: centerId,
      centerId,
      idempotencyKey: newId(),
      serviceId,
      startsAt,
      place: 'center',
      person: { kind: 'patient', id: record.patientId },
      evenOutsideHours: true,
    })
  const complete = (appointmentId: string) =>
    completeAppointment(platform, { userId: centerId, centerId, appointmentId })
  const read = () => codeOf(as(intruder).get({ centerId, appointmentId: record.appointmentId }))
  const caller = { userId: record.patientId, visitorKey: undefined }
  const recorded = { professionalId: record.professionalId, serviceId: record.serviceId }
  return { ...record, recorded, serviceId, intruderId: professionalId, intruder, bookAt, complete, read, caller }
}

describe('a professional whom the owner added', () => {
  test('reads no earlier record after the desk books the patient half an hour ago and completes it', async () => {
    const { bookAt, complete, read, intruder, centerId } = await buildIntruder()
    const { row } = await bookAt(new Date(start.getTime() - 30 * minuteMs))
    await complete(row.id)
    expect(await read()).toBe('appointments.not_found')
    const { items } = await as(intruder).timeline({ centerId, appointmentId: row.id })
    expect(items).toEqual([])
  })

  test('reads earlier records once the patient accepted the desk booking beforehand and it took place', async () => {
    const { bookAt, complete, read, caller, patientId } = await buildIntruder()
    await verifyEmail(platform, { userId: patientId })
    const { row } = await bookAt(monday)
    await acceptDeskBooking(platform, { caller, appointmentId: row.id })
    platform.clock.set(later(hourMs))
    await complete(row.id)
    expect(await read()).toBeUndefined()
  })

  test('reads nothing after the desk moves an accepted booking to an earlier time', async () => {
    const { bookAt, complete, read, caller, patientId, centerId } = await buildIntruder()
    await verifyEmail(platform, { userId: patientId })
    const { row } = await bookAt(later(dayMs))
    await acceptDeskBooking(platform, { caller, appointmentId: row.id })
    await moveAtDesk(platform, { userId: centerId, centerId, appointmentId: row.id, startsAt: monday })
    platform.clock.set(later(hourMs))
    await complete(row.id)
    expect(await read()).toBe('appointments.not_found')
  })

  test('reads nothing after the desk gives the patient’s own booking to them, and reads after the patient moves it', async () => {
    const { complete, read, caller, patientId, centerId, serviceId, recorded } = await buildIntruder()
    const ofColleague = { centerId, patientId, ...recorded }
    const { appointmentId } = await buildAppointment(platform, { ...ofColleague, startsAt: monday })
    await moveAtDesk(platform, { userId: centerId, centerId, appointmentId, startsAt: monday, serviceId })
    platform.clock.set(later(hourMs))
    await complete(appointmentId)
    expect(await read()).toBe('appointments.not_found')

    platform.clock.set(start)
    const second = await buildAppointment(platform, { ...ofColleague, startsAt: later(dayMs) })
    const at = { userId: centerId, centerId, appointmentId: second.appointmentId }
    await moveAtDesk(platform, { ...at, startsAt: later(dayMs), serviceId })
    await moveAppointment(platform, { caller, appointmentId: second.appointmentId, startsAt: later(dayMs + hourMs) })
    platform.clock.set(later(dayMs + 2 * hourMs))
    await complete(second.appointmentId)
    expect(await read()).toBeUndefined()
  })

  test('does not read with a second account that replaces the professional’s own after the patient booked', async () => {
    const { centerId, patientId, appointmentId, serviceId, intruderId, intruder, complete, caller } =
      await buildIntruder()
    await verifyEmail(platform, { userId: patientId })
    const booked = { centerId, patientId, serviceId, professionalId: intruderId, createdAt: start }
    const first = await buildAppointment(platform, { ...booked, startsAt: monday })
    const second = await buildAppointment(platform, { ...booked, startsAt: later(dayMs) })
    platform.clock.advance(minuteMs)
    await platform.db.deleteFrom('center_members').where('user_id', '=', intruder).execute()
    const account = { centerId, role: 'professional', professionalId: intruderId, since: platform.clock.now() } as const
    const successor = (await buildMember(platform, account)).userId
    const read = () => codeOf(as(successor).get({ centerId, appointmentId }))
    platform.clock.set(later(hourMs))
    await complete(first.appointmentId)
    expect(await read()).toBe('appointments.not_found')

    // Moving it, the patient agrees to it again.
    await moveAppointment(platform, { caller, appointmentId: second.appointmentId, startsAt: later(dayMs + hourMs) })
    platform.clock.set(later(dayMs + 2 * hourMs))
    await complete(second.appointmentId)
    expect(await read()).toBeUndefined()
  })

  test('does not read with an account that a booked professional received only after the patient booked', async () => {
    const { centerId, patientId, appointmentId, complete } = await buildIntruder()
    const colleague = await buildService(platform, { centerId })
    const booked = await buildAppointment(platform, { ...colleague, patientId, createdAt: start, startsAt: monday })
    const since = later(-minuteMs)
    const { professionalId } = colleague
    const account = (await buildMember(platform, { centerId, role: 'professional', professionalId, since })).userId
    platform.clock.set(later(hourMs))
    await complete(booked.appointmentId)
    expect(await codeOf(as(account).get({ centerId, appointmentId }))).toBe('appointments.not_found')
  })

  test('does not read through what a former account of the same professional treated', async () => {
    const { patientId, centerId, appointmentId } = await buildIntruder()
    const colleague = await buildService(platform, { centerId })
    const startsAt = new Date(start.getTime() - dayMs)
    await buildAppointment(platform, { ...colleague, patientId, status: 'completed', startsAt })
    const since = { role: 'professional', professionalId: colleague.professionalId, since: start } as const
    const successor = (await buildMember(platform, { centerId, ...since })).userId
    expect(await codeOf(as(successor).get({ centerId, appointmentId }))).toBe('appointments.not_found')
  })
})
