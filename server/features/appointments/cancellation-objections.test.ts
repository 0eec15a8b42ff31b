import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { verifyRecord } from '#server/features/moderation/usecases/record-action.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { buildAppointment, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { staffOfObjection } from '#server/testing/objections.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { versionAtDesk } from '#server/testing/versions.ts'
import { agendaRoutes } from './routes/agenda.ts'
import { appointmentsRoutes } from './routes/appointments.ts'
import { cancelAppointment } from './usecases/cancel-appointment.ts'
import { cancelAtDesk } from './usecases/cancel-at-desk.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
afterEach(() => clock.set(start))

/** Twenty hours ahead, so that cancelling late costs half of the 1,000 pesos that the desk collected. */
async function buildCancelled({ by = 'patient' }: { by?: 'patient' | 'center' } = {}) {
  const desk = await buildDesk(platform)
  const startsAt = new Date(start.getTime() + 20 * hourMs)
  const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt })
  await verifyEmail(platform, { userId: patientId })
  const booked = { booked_at: new Date(start.getTime() - 5 * dayMs) }
  await db.updateTable('appointments').set(booked).where('id', '=', appointmentId).execute()
  const at = { centerId: desk.centerId, appointmentId }
  const reception = clientOf(platform, agendaRoutes, desk.reception)
  const version = await versionAtDesk(platform, at)
  await reception.collect({ ...at, version, amountCents: 100_000, method: 'efectivo' })
  await cancelAtDesk(platform, { ...desk.at(appointmentId), by, reason: 'Llamó para cancelar' })
  const patient = clientOf(platform, appointmentsRoutes, patientId)
  const { actor, queue, decide, lastAction } = await staffOfObjection(platform, {
    kind: 'cancellation',
    appointmentId,
    reason: 'La llamada.',
  })
  /** Who cancelled, what the centre gives back, whether it has, and its commission. */
  const state = async () => {
    const row = await db
      .selectFrom('appointments')
      .innerJoin('payments', 'payments.appointment_id', 'appointments.id')
      .leftJoin('commissions', 'commissions.appointment_id', 'appointments.id')
      .where('appointments.id', '=', appointmentId)
      .select(['cancelled_by as by', 'refund_amount as refund', 'refunded_at as refundedAt', 'commissions.status'])
      .executeTakeFirstOrThrow()
    return { by: row.by, refund: row.refund, isRefunded: row.refundedAt !== null, commission: row.status }
  }
  const object = (comment = '') => patient.object({ appointmentId, comment })
  return { desk, at, appointmentId, patientId, patient, reception, actor, object, queue, decide, lastAction, state }
}

describe('a cancellation that the desk recorded as the patient’s', () => {
  it('is mailed with a button to «Yo no la cancelé», which the dashboard offers for seven days', async () => {
    const { patient, patientId, appointmentId } = await buildCancelled()
    const mails = await listAllMails(platform, { limit: 500 })
    const mail = mails.find(
      ({ to, kind }) => to === `${patientId}@prueba.uy` && kind === 'appointments.cancelled_for_patient',
    )
    expect(mail?.text).toContain(
      `Yo no la cancelé:\nhttp://127.0.0.1:3000/dashboard?appointment=${appointmentId}&act=object`,
    )
    const objectUntil = new Date(start.getTime() + 7 * dayMs).toISOString()
    const cancelled = { cancelledAtDesk: true, objection: null, objectUntil }
    expect(await patient.get({ appointmentId })).toMatchObject({ ...cancelled, can: { object: true } })
    clock.set(new Date(start.getTime() + 7 * dayMs + 1))
    expect(await patient.get({ appointmentId })).toMatchObject({ can: { object: false } })
  })

  it('takes one objection, which staff see with how many cancellations of patients the centre recorded', async () => {
    const { object, queue, state } = await buildCancelled()
    expect(await object()).toMatchObject({ status: 'cancelled', objection: 'open', can: { object: false } })
    expect(await object('Otra vez')).toMatchObject({ objection: 'open' })
    const reports = [{ reason: 'Yo no la cancelé.', isOpen: true }]
    expect(await queue()).toMatchObject([{ kind: 'cancellation', ofCenter: { recorded: 1, all: 1 }, reports }])
    expect(await state()).toEqual({ by: 'patient', refund: 50_000, isRefunded: false, commission: 'pending' })
  })

  it('takes no objection after seven days, nor from any other writer', async () => {
    const { object, appointmentId, patientId } = await buildCancelled()
    clock.set(new Date(start.getTime() + 7 * dayMs + 1))
    await expect(object()).rejects.toEqual(withCode('appointments.objection_late'))
    const late = sql`insert into reports (id, kind, subject_id, reported_by, reason, created_at)
      values (gen_random_uuid(), 'cancellation', ${appointmentId}, ${patientId}, 'Tarde', ${clock.now()})`
    await expect(late.execute(db)).rejects.toThrow(/may object now/)
  })
})

it('a cancellation by the patient themself, or by the centre, takes no objection', async () => {
  const { appointmentId, patientId } = await buildAppointment(platform, {
    startsAt: new Date(start.getTime() + 2 * dayMs),
  })
  await cancelAppointment(platform, { caller: { userId: patientId, visitorKey: undefined }, appointmentId })
  const own = clientOf(platform, appointmentsRoutes, patientId)
  expect(await own.get({ appointmentId })).toMatchObject({ cancelledAtDesk: false, can: { object: false } })
  const refused = withCode('appointments.not_missed')
  await expect(own.object({ appointmentId, comment: '' })).rejects.toEqual(refused)
  const byCenter = await buildCancelled({ by: 'center' })
  await expect(byCenter.object()).rejects.toEqual(refused)
})

describe('staff', () => {
  it('record it as the centre’s: everything is given back, no commission is due, and both sides are told', async () => {
    const { object, decide, state, queue, patient, patientId, appointmentId } = await buildCancelled()
    await object()
    expect(await decide('delete')).toBeUndefined()
    expect(await state()).toEqual({ by: 'center', refund: 100_000, isRefunded: false, commission: 'cancelled' })
    expect(await queue()).toEqual([])
    const now = await patient.get({ appointmentId })
    expect(now).toMatchObject({ cancelledBy: 'center', cancellation: { refundPercentNow: 100 }, objection: null })
    const mails = await listAllMails(platform, { limit: 500 })
    const decided = mails.filter(({ kind }) => kind === 'appointments.cancellation_decided')
    expect(decided.find(({ to }) => to === `${patientId}@prueba.uy`)?.text).toMatch(
      /Te creemos[\s\S]*100 puntos[\s\S]*llamada/,
    )
    expect(mails.map(({ kind }) => kind)).toContain('appointments.cancellation_decided.center')
    await expect(
      sql`update appointments set cancelled_by = 'patient', cancelled_at_desk = true where id = ${appointmentId}`.execute(
        db,
      ),
    ).rejects.toThrow(/recorded with the one who cancelled/)
  })

  it('leave a refund that the desk paid in its till, which then owes the difference', async () => {
    const { at, object, decide, state, reception } = await buildCancelled()
    await reception.undoCollection({ ...at, version: await versionAtDesk(platform, at) })
    expect(await state()).toMatchObject({ refund: 50_000, isRefunded: true })
    await object()
    await decide('delete')
    expect(await state()).toMatchObject({ refund: 100_000, isRefunded: false })
    await reception.undoCollection({ ...at, version: await versionAtDesk(platform, at) })
    const movements = await db
      .selectFrom('till_movements')
      .where('center_id', '=', at.centerId)
      .orderBy('id')
      .select('amount')
      .execute()
    expect(movements.map(({ amount }) => amount)).toEqual([100_000, -50_000, -50_000])
  })

  it('keep it with a reason, take no second objection, and can undo that', async () => {
    const { object, decide, state, queue, actor, lastAction } = await buildCancelled()
    await object()
    expect(await decide('warn')).toBe('reports.not_a_text')
    expect(await decide('approve')).toBeUndefined()
    expect(await state()).toMatchObject({ by: 'patient', refund: 50_000 })
    await expect(object()).rejects.toEqual(withCode('appointments.objection_decided'))
    await undoAction(platform, { actor, actionId: (await lastAction()).id, reason: 'Otra llamada' })
    expect(await queue()).toMatchObject([{ reports: [{ isOpen: true }] }])
    expect(await decide('delete', (await lastAction()).id)).toBeUndefined()
    const { id: actionId, actionType } = await lastAction()
    expect(actionType).toBe('annul_cancellation')
    // The money is given back.
    await expect(undoAction(platform, { actor, actionId, reason: 'No' })).rejects.toEqual(
      withCode('reports.not_reversible'),
    )
    expect(await verifyRecord(db)).toMatchObject({ fault: undefined })
  })
})

it('the database lets no other writer change who cancelled an appointment', async () => {
  const { appointmentId } = await buildCancelled()
  const change = sql`update appointments set cancelled_by = 'center', cancelled_at_desk = false, refund_percent = 100
    where id = ${appointmentId}`
  await expect(change.execute(db)).rejects.toThrow(/recorded with the one who cancelled/)
})
