import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { listOwnDebts } from '#server/features/tills/repository/debts.ts'
import { remindDebt } from '#server/features/tills/usecases/debts.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { later } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { staffOfObjection } from '#server/testing/objections.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { versionAtDesk } from '#server/testing/versions.ts'
import { agendaRoutes } from './routes/agenda.ts'
import { appointmentsRoutes } from './routes/appointments.ts'
import { acceptDeskBooking } from './usecases/accept-desk-booking.ts'
import { completeAppointment, markNoShow, reopenAppointment } from './usecases/mark-appointment.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
afterEach(() => clock.set(start))

/** A visit of a former patient that the desk enters, half paid, and completes. */
async function invent({ accepts = false } = {}) {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  await buildAppointment(platform, { ...desk, patientId, status: 'completed', startsAt: later(-240 * hourMs) })
  const person = { kind: 'patient', id: patientId } as const
  const { row } = await desk.book({ startsAt: later(hourMs), person })
  const appointmentId = row.id
  if (accepts)
    await acceptDeskBooking(platform, { caller: { userId: patientId, visitorKey: undefined }, appointmentId })
  const at = { centerId: desk.centerId, appointmentId }
  const reception = clientOf(platform, agendaRoutes, desk.reception)
  const version = await versionAtDesk(platform, at)
  await reception.collect({ ...at, version, amountCents: 50_000, method: 'efectivo' })
  clock.set(later(2 * hourMs))
  await completeAppointment(platform, desk.at(appointmentId))
  const patient = clientOf(platform, appointmentsRoutes, patientId)
  const staff = await staffOfObjection(platform, { kind: 'invented_visit', appointmentId, reason: 'La llamada.' })
  const object = () => patient.object({ appointmentId, comment: '' })
  const state = () =>
    db
      .selectFrom('appointments')
      .innerJoin('payments', 'payments.appointment_id', 'appointments.id')
      .leftJoin('commissions', 'commissions.appointment_id', 'appointments.id')
      .where('appointments.id', '=', appointmentId)
      .select(['appointments.status', 'cancelled_by as by', 'refund_amount as refund'])
      .select('commissions.status as commission')
      .executeTakeFirstOrThrow()
  return { desk, appointmentId, patientId, patient, staff, object, state }
}

test('a completed visit for which the patient never asked takes «No fui» for a week, and one that they accepted takes none', async () => {
  const { patient, appointmentId, object, staff, desk } = await invent()
  const objectUntil = new Date(clock.now().getTime() + 7 * dayMs)
  const offered = { objectionKind: 'invented_visit', objectUntil: objectUntil.toISOString(), can: { object: true } }
  expect(await patient.get({ appointmentId })).toMatchObject(offered)
  clock.set(new Date(objectUntil.getTime() + 1))
  expect(await patient.get({ appointmentId })).toMatchObject({ can: { object: false } })
  await expect(object()).rejects.toEqual(withCode('appointments.objection_late'))
  clock.set(objectUntil)
  expect(await object()).toMatchObject({ status: 'completed', objection: 'open' })
  const reports = [{ reason: 'No fui.', isOpen: true }]
  expect(await staff.queue()).toMatchObject([{ kind: 'invented_visit', ofCenter: { recorded: 1, all: 2 }, reports }])
  await expect(reopenAppointment(platform, desk.at(appointmentId))).rejects.toBeDefined()
  await expect(markNoShow(platform, desk.at(appointmentId))).rejects.toBeDefined()
  clock.set(start)
  const { patient: other, appointmentId: accepted, object: objectToAccepted } = await invent({ accepts: true })
  expect(await other.get({ appointmentId: accepted })).toMatchObject({ objectionKind: null, can: { object: false } })
  await expect(objectToAccepted()).rejects.toEqual(withCode('appointments.not_missed'))
  await expect(
    sql`insert into reports (id, kind, subject_id, reported_by, reason, created_at)
      values (gen_random_uuid(), 'invented_visit', ${accepted}, ${await patientOf(accepted)}, 'No', ${clock.now()})`.execute(
      db,
    ),
  ).rejects.toMatchObject({ constraint: 'reports_invented_visit' })
})

const patientOf = async (id: string) =>
  (await db.selectFrom('appointments').where('id', '=', id).select('patient_id').executeTakeFirstOrThrow()).patient_id

test('annulled, the centre has cancelled: no commission, everything is given back, and both sides read it', async () => {
  const { object, staff, state, patient, appointmentId, patientId, desk } = await invent()
  await object()
  clock.set(new Date(clock.now().getTime() + minuteMs))
  expect(await staff.decide('delete')).toBeUndefined()
  expect(await state()).toMatchObject({ status: 'cancelled', by: 'center', refund: 50_000 })
  expect(['cancelled', null]).toContain((await state()).commission)
  expect(await patient.get({ appointmentId })).toMatchObject({ status: 'cancelled', cancelledBy: 'center' })
  const points = await db.selectFrom('points_transactions').where('user_id', '=', patientId).selectAll().execute()
  expect(points.filter(({ points_amount }) => points_amount > 0)).toEqual([])
  const kinds = (await listAllMails(platform, { limit: 20 })).map(({ kind }) => kind)
  expect(kinds).toContain('appointments.invented_visit_decided')
  expect(kinds).toContain('appointments.invented_visit_decided.center')
  const { id: actionId } = await staff.lastAction()
  await expect(undoAction(platform, { actor: staff.actor, actionId, reason: 'No' })).rejects.toBeDefined()
  await expect(completeAppointment(platform, desk.at(appointmentId))).rejects.toBeDefined()
})

test('kept, the visit stays completed and takes no other objection, and the decision can be undone', async () => {
  const { object, staff, state, patient, appointmentId } = await invent()
  await object()
  expect(await staff.decide('approve')).toBeUndefined()
  expect(await state()).toMatchObject({ status: 'completed' })
  expect(await patient.get({ appointmentId })).toMatchObject({ objection: 'rejected' })
  await expect(object()).rejects.toEqual(withCode('appointments.objection_decided'))
  await undoAction(platform, { actor: staff.actor, actionId: (await staff.lastAction()).id, reason: 'Otra vez' })
  expect(await staff.queue()).toHaveLength(1)
})

test('no debt of a visit that its patient disputes is reminded or listed', async () => {
  const { object, desk, appointmentId, patientId } = await invent()
  const remind = () => remindDebt(platform, { userId: desk.reception, centerId: desk.centerId, appointmentId })
  await object()
  await expect(remind()).rejects.toEqual(withCode('tills.disputed'))
  expect(await listOwnDebts(db, { patientId })).toEqual([])
})
