import { expect, test } from 'vitest'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { completeAppointment, markNoShow } from '#server/features/appointments/usecases/mark-appointment.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { buildDesk, newGuest } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
const monday = new Date('2026-11-23T13:00:00Z')

/** A booking of a patient, and what the desk does with it. */
async function booked(bookedBy: 'patient' | 'center' = 'patient') {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  // The desk books only for people who have an appointment at its centre.
  await buildAppointment(platform, { ...desk, patientId, startsAt: new Date('2026-12-07T13:00:00Z') })
  await db.updateTable('appointments').set({ booked_by: bookedBy }).where('id', '=', appointmentId).execute()
  const person = { kind: 'patient', id: patientId } as const
  return {
    desk,
    appointmentId,
    patientId,
    cancel: (by: 'patient' | 'center', id = appointmentId) =>
      cancelAtDesk(platform, { ...desk.at(id), by, reason: by === 'center' ? 'La profesional está enferma' : '' }),
    /** The desk books for the same patient. @returns the id of the booking */
    rebook: async (service: { serviceId?: string; startsAt?: Date } = {}) =>
      (await desk.book({ startsAt: monday, person, ...service })).row.id,
  }
}

type Desk = Awaited<ReturnType<typeof booked>>['desk']

/** The commission of an appointment once it is completed. */
async function commissionOf(desk: Desk, appointmentId: string, startsAt = monday) {
  clock.set(new Date(startsAt.getTime() + hourMs))
  await completeAppointment(platform, desk.at(appointmentId))
  expect(await verifyLedger(db)).toEqual([])
  clock.set(start)
  const row = db
    .selectFrom('commissions')
    .where('appointment_id', '=', appointmentId)
    .select('commission_amount as cents')
  return (await row.executeTakeFirst())?.cents
}

test('a booking that the desk cancels for the patient and books again keeps its commission, also the second time', async () => {
  const { desk, cancel, rebook } = await booked()
  await cancel('patient')
  await cancel('patient', await rebook())
  expect(await commissionOf(desk, await rebook())).toBe(15_000)
})

test('a booking that the desk makes more than seven days after such a cancellation has no commission', async () => {
  const { desk, cancel, rebook } = await booked()
  await cancel('patient')
  clock.set(new Date(start.getTime() + 7 * dayMs + 1))
  const startsAt = new Date('2026-11-30T13:00:00Z')
  expect(await commissionOf(desk, await rebook({ startsAt }), startsAt)).toBeUndefined()
})

test('a desk booking that replaces no booking of the patient has no commission', async () => {
  const atDesk = await booked('center')
  await atDesk.cancel('patient')
  expect(await commissionOf(atDesk.desk, await atDesk.rebook())).toBeUndefined()
})

test('a booking that the centre cancels and books again keeps its commission, also with another service', async () => {
  const ofCenter = await booked()
  await ofCenter.cancel('center')
  expect(await commissionOf(ofCenter.desk, await ofCenter.rebook())).toBe(15_000)

  const ofOtherService = await booked()
  await ofOtherService.cancel('patient')
  const { serviceId } = await buildService(platform, ofOtherService.desk)
  const { price } = await db
    .selectFrom('services')
    .where('id', '=', serviceId)
    .select('price')
    .executeTakeFirstOrThrow()
  expect(await commissionOf(ofOtherService.desk, await ofOtherService.rebook({ serviceId }))).toBe(price / 10)
})

test('each cancellation is replaced once: the next booking of the desk has no commission', async () => {
  const { desk, cancel, rebook } = await booked()
  await cancel('center')
  const replacement = await rebook()
  const startsAt = new Date('2026-11-30T13:00:00Z')
  expect(await commissionOf(desk, await rebook({ startsAt }), startsAt)).toBeUndefined()
  expect(await commissionOf(desk, replacement)).toBe(15_000)
})

test('a booking that the desk makes before it cancels the patient’s own keeps the commission', async () => {
  const { desk, cancel, rebook } = await booked()
  const startsAt = new Date('2026-11-30T13:00:00Z')
  clock.advance(hourMs)
  const replacement = await rebook({ startsAt })
  clock.advance(hourMs)
  await cancel('patient')
  expect(await commissionOf(desk, replacement, startsAt)).toBe(15_000)
})

test.each(['before', 'after'])(
  'a walk-in that the desk enters %s it marks the patient’s own booking as missed keeps the commission',
  async (order) => {
    const { desk, appointmentId, rebook } = await booked()
    clock.set(new Date(monday.getTime() + 5 * minuteMs))
    const noShow = () => markNoShow(platform, desk.at(appointmentId))
    const walkIn = () => rebook({ startsAt: new Date(monday.getTime() + hourMs) })
    if (order === 'after') await noShow()
    const replacement = await walkIn()
    clock.advance(minuteMs)
    if (order === 'before') await noShow()
    expect(await commissionOf(desk, replacement, new Date(monday.getTime() + hourMs))).toBe(15_000)
  },
)

test('a booking that the desk makes after a request lapsed unanswered keeps the commission', async () => {
  const { desk, appointmentId, rebook } = await booked()
  const lapsed = { status: 'cancelled', cancelled_by: 'system', cancelled_at: start, refund_percent: 100 } as const
  await db.updateTable('appointments').set(lapsed).where('id', '=', appointmentId).execute()
  expect(await commissionOf(desk, await rebook())).toBe(15_000)
})

test('a booking for a guest with the patient’s telephone keeps the commission, and one for another guest does not', async () => {
  const { desk, patientId, cancel } = await booked()
  await db.updateTable('profiles').set({ phone: '+59899765432' }).where('id', '=', patientId).execute()
  await cancel('patient')
  const other = await desk.book({
    startsAt: new Date('2026-11-30T13:00:00Z'),
    person: newGuest('Rosa Luna', '099 123 456'),
  })
  const same = await desk.book({ startsAt: monday, person: newGuest('R. Luna', '099 765 432') })
  expect(await commissionOf(desk, other.row.id, new Date('2026-11-30T13:00:00Z'))).toBeUndefined()
  expect(await commissionOf(desk, same.row.id)).toBe(15_000)
})

test('a booking that the desk makes and completes before it cancels the patient’s own keeps the commission', async () => {
  const { desk, cancel, rebook } = await booked()
  const startsAt = new Date('2026-11-20T15:00:00Z')
  clock.advance(hourMs)
  const replacement = await rebook({ startsAt })
  expect(await commissionOf(desk, replacement, startsAt)).toBeUndefined()
  clock.set(new Date(startsAt.getTime() + 2 * hourMs))
  await cancel('patient')
  clock.set(start)
  const charged = db
    .selectFrom('commissions')
    .where('appointment_id', '=', replacement)
    .select('commission_amount as cents')
  expect(await charged.execute()).toEqual([{ cents: 15_000 }])
  expect(await verifyLedger(db)).toEqual([])
})
