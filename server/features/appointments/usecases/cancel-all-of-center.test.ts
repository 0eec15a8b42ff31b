import { expect, test } from 'vitest'
import { restoreApproval, withholdApproval } from '#server/features/centers/repository/centers.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { refuseRow } from '#server/testing/refused-row.ts'
import { cancelAppointmentsOfCenterJob } from './cancel-all-of-center.ts'
import { collectPayment } from './collect-payment.ts'

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
  await enqueue(db, cancelAppointmentsOfCenterJob, { centerId: desk.centerId, reason: 'Cerró.' })
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
  await enqueue(db, cancelAppointmentsOfCenterJob, { centerId: desk.centerId, reason: 'Cerró.' })
  await db.transaction().execute((tx) => restoreApproval(tx, { centerId: desk.centerId, now: clock.now() }))
  await runJobs(platform, { only: cancelAppointmentsOfCenterJob.name })
  const row = db.selectFrom('appointments').select('status').where('id', '=', appointmentId)
  expect(await row.executeTakeFirst()).toEqual({ status: 'confirmed' })
})

const close = (centerId: string) =>
  db.transaction().execute((tx) => withholdApproval(tx, { centerId, now: clock.now() }))

const stateOf = (visit: { appointmentId: string } | undefined) =>
  db
    .selectFrom('appointments')
    .innerJoin('payments', 'payments.appointment_id', 'appointments.id')
    .where('appointments.id', '=', visit?.appointmentId ?? '')
    .select(['status', 'refund_amount as refund'])
    .executeTakeFirstOrThrow()
