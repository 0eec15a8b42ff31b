import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { restoreApproval, withholdApproval } from '#server/features/centers/repository/centers.ts'
import { lockCenter } from '#server/features/centers/usecases/lock-center.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { cardToken } from '#server/testing/cards.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { refuseRow } from '#server/testing/refused-row.ts'
import { acceptDeskBooking } from './accept-desk-booking.ts'
import { anonymizePatient } from './anonymize-patient.ts'
import { cancelAppointmentsOfCenterJob } from './cancel-all-of-center.ts'
import { collectPayment } from './collect-payment.ts'
import { confirmAppointment } from './confirm-appointment.ts'
import { holdAppointment } from './hold-appointment.ts'

const platform = await testPlatform()
const { db, clock } = platform

test('an appointment that cannot be cancelled does not keep the later ones, and is tried again', async () => {
  const desk = await buildDesk(platform)
  const visits = []
  for (const hours of [24, 26, 28]) {
    const { patientId } = await buildPatient(platform, { verified: true })
    const startsAt = new Date(clock.now().getTime() + hours * hourMs)
    const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
    await collectPayment(platform, { ...desk.at(appointmentId), amountCents: 150_000, method: 'efectivo' })
    visits.push({ appointmentId, patientId })
  }
  const [first, ...later] = visits
  const accept = await refuseRow(db, { table: 'appointments', value: first?.appointmentId ?? '' })
  await close(desk.centerId)
  await enqueue(db, cancelAppointmentsOfCenterJob, { centerId: desk.centerId })
  const run = () => runJobs(platform, { only: cancelAppointmentsOfCenterJob.name })
  await expect(run()).rejects.toThrow('1 of 3 rows')
  expect(await stateOf(first)).toEqual({ status: 'confirmed', refund: null })
  for (const visit of later) expect(await stateOf(visit)).toEqual({ status: 'cancelled', refund: 150_000 })
  await accept()
  await run()
  expect(await stateOf(first)).toEqual({ status: 'cancelled', refund: 150_000 })
  clock.advance(hourMs)
  await runJobs(platform)
  const mailed = (await listAllMails(platform, { limit: 500 })).map(({ to }) => to)
  const patientIds = visits.map(({ patientId }) => patientId)
  const users = await db.selectFrom('users').select('email').where('id', 'in', patientIds).execute()
  expect(mailed).toEqual(expect.arrayContaining(users.map(({ email }) => email)))
})

test('a centre that is open again keeps its appointments when the job is tried again', async () => {
  const desk = await buildDesk(platform)
  const startsAt = new Date(clock.now().getTime() + 24 * hourMs)
  const { appointmentId } = await buildAppointment(platform, { ...desk, startsAt })
  await close(desk.centerId)
  await enqueue(db, cancelAppointmentsOfCenterJob, { centerId: desk.centerId })
  await db.transaction().execute((tx) => restoreApproval(tx, { centerId: desk.centerId, now: clock.now() }))
  await runJobs(platform, { only: cancelAppointmentsOfCenterJob.name })
  const row = db.selectFrom('appointments').select('status').where('id', '=', appointmentId)
  expect(await row.executeTakeFirst()).toEqual({ status: 'confirmed' })
})

test('a centre that staff are opening while the job runs keeps its appointments', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform)
  const startsAt = new Date(clock.now().getTime() + 24 * hourMs)
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
  await close(desk.centerId)
  await enqueue(db, cancelAppointmentsOfCenterJob, { centerId: desk.centerId })
  const [written, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const opening = db.transaction().execute(async (tx) => {
    await lockCenter(tx, desk)
    await restoreApproval(tx, { centerId: desk.centerId, now: clock.now() })
    written.resolve()
    await committed.promise
  })
  await written.promise
  const job = runJobs(platform, { only: cancelAppointmentsOfCenterJob.name })
  await Promise.race([job, vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 5000 })])
  committed.resolve()
  await Promise.all([opening, job])
  const row = db.selectFrom('appointments').select('status').where('id', '=', appointmentId)
  expect(await row.executeTakeFirst()).toEqual({ status: 'confirmed' })
})

test('the job, reviews of the centre and deletions of patients do not wait for each other in a circle', async () => {
  const desk = await buildDesk(platform)
  const visits = []
  for (let n = 1; n <= 12; n += 1) {
    const { patientId } = await buildPatient(platform)
    const startsAt = new Date(clock.now().getTime() + 24 * n * hourMs)
    const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
    visits.push({ patientId, appointmentId })
  }
  await close(desk.centerId)
  await enqueue(db, cancelAppointmentsOfCenterJob, { centerId: desk.centerId })
  /** A review locks the centre, and its reference the appointment. */
  const review = async (tx: Tx, appointmentId: string) => {
    await lockCenter(tx, desk)
    await sql`select from appointments where id = ${appointmentId} for key share`.execute(tx)
  }
  const deletion = async (tx: Tx, patientId: string) => {
    await sql`select from profiles where id = ${patientId} for update`.execute(tx)
    await anonymizePatient(tx, { platform, patientId, reason: 'Borró su cuenta.', now: platform.clock.now() })
  }
  await Promise.all([
    runJobs(platform, { only: cancelAppointmentsOfCenterJob.name }),
    ...visits.map(({ patientId, appointmentId }, n) =>
      db.transaction().execute((tx) => (n % 2 === 0 ? review(tx, appointmentId) : deletion(tx, patientId))),
    ),
  ])
  const open = db.selectFrom('appointments').where('center_id', '=', desk.centerId).where('status', '=', 'confirmed')
  expect(await open.select('id').execute()).toEqual([])
})

describe('a change at the instant in which staff close the centre', () => {
  const startsAt = new Date('2026-11-23T13:00:00Z')

  /** A desk booking that its patient has not accepted, and the hold of another patient. */
  async function buildBusyDesk() {
    const desk = await buildDesk(platform)
    const [{ patientId }, holder] = [
      await buildPatient(platform, { verified: true }),
      await buildPatient(platform, { verified: true }),
    ]
    const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
    await db
      .updateTable('appointments')
      .set({ booked_by: 'center', accepted_at: null, expected_starts_at: null })
      .where('id', '=', appointmentId)
      .execute()
    const caller = { userId: holder.patientId, visitorKey: undefined }
    const at = {
      serviceId: desk.serviceId,
      startsAt: new Date(startsAt.getTime() + 2 * hourMs),
      place: 'center',
    } as const
    const held = await holdAppointment(platform, { caller, address: newId(), ...at })
    const order = { patientId, appointmentId, address: '203.0.113.7', method: 'card', totalCents: 150_000 } as const
    return {
      desk,
      confirm: () => confirmAppointment(platform, { caller, appointmentId: held.id }),
      heldId: held.id,
      changes: {
        accept: () =>
          acceptDeskBooking(platform, { caller: { userId: patientId, visitorKey: undefined }, appointmentId }),
        pay: async () =>
          startCheckout(platform, { ...order, token: await cardToken(platform, 'approved'), idempotencyKey: newId() }),
        confirm: () => confirmAppointment(platform, { caller, appointmentId: held.id }),
        book: () => desk.book({ startsAt: new Date(startsAt.getTime() + 4 * hourMs) }),
      },
    }
  }

  test.each([
    ['accept', 'appointments.closed_by_staff'],
    ['pay', 'checkouts.not_payable'],
    ['confirm', 'appointments.not_bookable'],
    ['book', 'agenda.closed_by_staff'],
  ] as const)('waits for them, and is refused: %s', async (name, code) => {
    const { desk, changes } = await buildBusyDesk()
    const [written, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const closing = db.transaction().execute(async (tx) => {
      await lockCenter(tx, desk)
      await closeIn(tx, desk.centerId)
      written.resolve()
      await committed.promise
    })
    await written.promise
    const changed = changes[name]().then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
    await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 5000 })
    committed.resolve()
    await closing
    expect(await changed).toBe(code)
    // Also afterwards, until the job has cancelled the appointment.
    await expect(changes[name]()).rejects.toMatchObject({ code })
  })

  test('is cancelled with the other appointments when it came first', async () => {
    const { desk, confirm, heldId } = await buildBusyDesk()
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The booking has all its locks, and waits to queue its mails.
    const blocking = db.transaction().execute(async (tx) => {
      await sql`lock table outbound_mails in share row exclusive mode`.execute(tx)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const confirmed = confirm()
    await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 5000 })
    const closing = db.transaction().execute(async (tx) => {
      await lockCenter(tx, desk)
      await closeIn(tx, desk.centerId)
    })
    await vi.waitFor(async () => expect(await countWaiting()).toBe(2), { timeout: 5000 })
    released.resolve()
    await Promise.all([blocking, confirmed, closing])
    await enqueue(db, cancelAppointmentsOfCenterJob, { centerId: desk.centerId })
    await runJobs(platform, { only: cancelAppointmentsOfCenterJob.name })
    const row = db.selectFrom('appointments').select('status').where('id', '=', heldId)
    expect(await row.executeTakeFirst()).toEqual({ status: 'cancelled' })
  })
})

/** How many connections to the database wait for a lock. */
async function countWaiting(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count
}

async function closeIn(tx: Tx, centerId: string): Promise<void> {
  await tx.updateTable('profiles').set({ status: 'banned' }).where('id', '=', centerId).execute()
  await withholdApproval(tx, { centerId, now: clock.now() })
}
const close = (centerId: string) => db.transaction().execute((tx) => closeIn(tx, centerId))

const stateOf = (visit: { appointmentId: string } | undefined) =>
  db
    .selectFrom('appointments')
    .innerJoin('payments', 'payments.appointment_id', 'appointments.id')
    .where('appointments.id', '=', visit?.appointmentId ?? '')
    .select(['status', 'refund_amount as refund'])
    .executeTakeFirstOrThrow()
