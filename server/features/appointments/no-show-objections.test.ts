import { safe } from '@orpc/server'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { verifyRecord } from '#server/features/moderation/usecases/record-action.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'
import { reportedKinds } from '#server/processes/report-queue.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAppointment } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { staffOfObjection } from '#server/testing/objections.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { appointmentsRoutes } from './routes/appointments.ts'
import { cancelAtDesk } from './usecases/cancel-at-desk.ts'
import { closeAppointments } from './usecases/close-appointments.ts'
import { collectPayment } from './usecases/collect-payment.ts'
import { completeAppointment, markNoShow, reopenAppointment } from './usecases/mark-appointment.ts'
import { moveAtDesk } from './usecases/move-at-desk.ts'

const platform = await testPlatform()
const start = platform.clock.now()
afterEach(() => platform.clock.set(start))

const as = (userId: string) => clientOf(platform, { appointments: appointmentsRoutes }, userId).appointments
const codeOf = async (call: Promise<unknown>) => {
  const { error } = await safe(call)
  return (error as { code?: string } | null)?.code
}

/** A patient's booking of Monday at ten, which the desk marks as a no-show, by default an hour later. */
async function buildNoShow({ markedAt = later(hourMs) }: { markedAt?: Date } = {}) {
  const desk = await buildDesk(platform)
  const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: monday })
  platform.clock.set(markedAt)
  await markNoShow(platform, desk.at(appointmentId))
  const { actor, queue, decide, lastAction } = await staffOfObjection(platform, {
    kind: 'no_show',
    appointmentId,
    reason: 'La agenda.',
  })
  const object = (comment = 'Estuve a las diez.') => as(patientId).object({ appointmentId, comment })
  const state = async () => {
    const { status } = await platform.db
      .selectFrom('appointments')
      .where('id', '=', appointmentId)
      .select('status')
      .executeTakeFirstOrThrow()
    const commission = await platform.db
      .selectFrom('commissions')
      .where('appointment_id', '=', appointmentId)
      .select('status')
      .executeTakeFirst()
    return [status, commission?.status]
  }
  const mailsTo = async (to: string) =>
    (await listAllMails(platform, { limit: 500 })).filter((mail) => mail.to === to && mail.kind.includes('no_show'))
  return { desk, appointmentId, patientId, actor, object, queue, decide, lastAction, state, mailsTo }
}

describe('a no-show', () => {
  it('is told to the patient, by a notification and by a mail whose button leads to «Sí fui»', async () => {
    const { patientId, appointmentId, mailsTo } = await buildNoShow()
    const [mail] = await mailsTo(`${patientId}@prueba.uy`)
    expect(mail?.subject).toBe('El centro anotó que no fuiste')
    expect(mail?.text).toContain(`Sí fui:\nhttp://127.0.0.1:3000/dashboard?appointment=${appointmentId}&act=object`)
    const titles = await platform.db
      .selectFrom('notifications')
      .where('user_id', '=', patientId)
      .select('title')
      .execute()
    expect(titles).toContainEqual({ title: 'El centro anotó que no fuiste' })
  })

  it('is not mailed when the desk corrects it within two minutes', async () => {
    const { desk, appointmentId, patientId } = await buildNoShow()
    await reopenAppointment(platform, desk.at(appointmentId))
    platform.clock.advance(3 * minuteMs)
    const mails = await listAllMails(platform, { limit: 500 })
    expect(mails.filter(({ to, kind }) => to === `${patientId}@prueba.uy` && kind.includes('no_show'))).toEqual([])
  })

  it('takes one objection, which staff see with the centre’s share of no-shows, and which waits without commission', async () => {
    const { object, queue, state, patientId, appointmentId } = await buildNoShow()
    expect(await object()).toMatchObject({ objection: 'open', can: { object: false, review: false } })
    expect(await object('Otra vez')).toMatchObject({ objection: 'open' })
    expect(await queue()).toMatchObject([
      { kind: 'no_show', authorId: patientId, ofCenter: { recorded: 1, all: 1 }, reports: [{ isOpen: true }] },
    ])
    expect(await state()).toEqual(['no_show', undefined])
    const { patientId: other } = await buildAppointment(platform)
    expect(await codeOf(as(other).object({ appointmentId, comment: '' }))).toBe('appointments.not_found')
  })

  it('takes no objection after seven days, nor from any other writer', async () => {
    const { object, appointmentId, patientId } = await buildNoShow()
    platform.clock.set(later(hourMs + 7 * dayMs + 1))
    expect(await codeOf(object())).toBe('appointments.objection_late')
    const late = sql`insert into reports (id, kind, subject_id, reported_by, reason, created_at)
      values (gen_random_uuid(), 'no_show', ${appointmentId}, ${patientId}, 'Tarde', ${platform.clock.now()})`
    await expect(late.execute(platform.db)).rejects.toThrow(/may object now/)
    platform.clock.set(later(hourMs + 7 * dayMs))
    expect(await object()).toMatchObject({ objection: 'open' })
  })
})

describe('staff', () => {
  it('annul a no-show: the appointment is completed with its commission and review, and both sides are told', async () => {
    const { object, decide, state, queue, mailsTo, patientId, desk, appointmentId } = await buildNoShow()
    await object()
    expect(await decide('delete')).toBeUndefined()
    expect(await state()).toEqual(['completed', 'pending'])
    expect(await queue()).toEqual([])
    expect((await as(patientId).get({ appointmentId })).can.review).toBe(true)
    const kinds = (await mailsTo(`${patientId}@prueba.uy`)).map(({ kind }) => kind)
    expect(kinds).toContain('appointments.no_show_decided')
    expect((await mailsTo('centro@prueba.uy')).map(({ subject }) => subject)).toContain('Anulamos una inasistencia')
    // The desk can't take the decision back.
    for (const mark of [markNoShow, reopenAppointment]) {
      await expect(mark(platform, desk.at(appointmentId))).rejects.toEqual(withCode('appointments.not_changeable'))
    }
    await expect(
      sql`update appointments set status = 'no_show', completed_at = null where id = ${appointmentId}`.execute(
        platform.db,
      ),
    ).rejects.toThrow(/patient of appointment/)
  })

  it('keep a no-show with a reason that the patient reads, and then no second objection is taken', async () => {
    const { object, decide, state, mailsTo, patientId, desk, appointmentId } = await buildNoShow()
    await object()
    expect(await decide('warn')).toBe('reports.not_a_text')
    const own = { userId: desk.reception, roles: ['moderator'] } as const
    const targets = [{ id: appointmentId, lastActionId: null }]
    const [refused] = await actOnEach(platform, reportedKinds.no_show.actions.approve, {
      actor: own,
      targets,
      reason: 'Mío',
    })
    expect(refused?.refusal?.code).toBe('reports.own')
    expect(await decide('approve')).toBeUndefined()
    expect(await state()).toEqual(['no_show', undefined])
    const mails = await mailsTo(`${patientId}@prueba.uy`)
    expect(mails.find(({ subject }) => subject === 'Revisamos tu «Sí fui»')?.text).toContain('Motivo: «La agenda.»')
    platform.clock.advance(1000)
    expect(await codeOf(object())).toBe('appointments.objection_decided')
  })

  it('undo a decision, after which the objection waits again, and the record stays unbroken', async () => {
    const { object, decide, state, queue, actor, lastAction } = await buildNoShow()
    await object()
    await decide('delete')
    const { id: actionId } = await lastAction()
    await undoAction(platform, { actor, actionId, reason: 'Otra persona' })
    expect(await state()).toEqual(['no_show', 'cancelled'])
    expect(await queue()).toMatchObject([{ reports: [{ isOpen: true }] }])
    expect(await decide('approve')).toBe('moderation.changed')
    expect(await decide('approve', (await lastAction()).id)).toBeUndefined()
    expect(await verifyRecord(platform.db)).toMatchObject({ fault: undefined })
  })

  it.each([
    ['something was paid', { amountCents: 100 }],
    ['a discount covers the price', { discount_amount: 150_000, discount_payer: 'senda' } as const],
  ])('do not undo the annulment once %s, which shows that the patient came', async (_case, later) => {
    const { object, decide, state, actor, lastAction, desk, appointmentId } = await buildNoShow()
    await object()
    await decide('delete')
    if ('amountCents' in later) {
      await collectPayment(platform, { ...desk.at(appointmentId), ...later, method: 'efectivo' })
    } else {
      await platform.db.updateTable('appointments').set(later).where('id', '=', appointmentId).execute()
    }
    const { id: actionId } = await lastAction()
    const undoing = undoAction(platform, { actor, actionId, reason: 'Otra persona' })
    await expect(undoing).rejects.toEqual(withCode('reports.not_reversible'))
    expect(await state()).toEqual(['completed', 'pending'])
    expect((await verifyLedger(platform.db)).filter(({ table }) => table === 'payments')).toEqual([])
  })

  it('have nothing to decide once the desk has corrected its mark, which is final', async () => {
    const { object, decide, queue, state, desk, appointmentId } = await buildNoShow()
    await object()
    await reopenAppointment(platform, desk.at(appointmentId))
    await completeAppointment(platform, desk.at(appointmentId))
    expect(await state()).toEqual(['completed', 'pending'])
    expect(await queue()).toEqual([])
    expect(await decide('delete')).toBe('reports.no_show_closed')
    for (const mark of [markNoShow, reopenAppointment]) {
      await expect(mark(platform, desk.at(appointmentId))).rejects.toEqual(withCode('appointments.not_changeable'))
    }
  })

  it('decide an objection also after the desk reopens the appointment and marks the no-show again', async () => {
    const { object, decide, queue, state, patientId, desk, appointmentId } = await buildNoShow()
    await object()
    await reopenAppointment(platform, desk.at(appointmentId))
    expect(await queue()).toHaveLength(1)
    expect(await decide('approve')).toBe('reports.no_show_closed')
    platform.clock.advance(minuteMs)
    await markNoShow(platform, desk.at(appointmentId))
    expect(await queue()).toMatchObject([{ reports: [{ isOpen: true }] }])
    expect(await as(patientId).get({ appointmentId })).toMatchObject({ objection: 'open', can: { object: false } })
    expect(await decide('delete')).toBeUndefined()
    expect(await state()).toEqual(['completed', 'pending'])
  })

  it('keep the objection while the desk has reopened it, which the desk then neither moves nor cancels', async () => {
    const { object, queue, patientId, desk, appointmentId } = await buildNoShow({ markedAt: later(hourMs / 2) })
    await object()
    await reopenAppointment(platform, desk.at(appointmentId))
    const { startsAt, at } = { startsAt: later(3 * hourMs), at: desk.at(appointmentId) }
    await expect(moveAtDesk(platform, { ...at, startsAt })).rejects.toEqual(withCode('appointments.not_changeable'))
    const cancellation = { ...at, by: 'center', reason: 'No viene' } as const
    await expect(cancelAtDesk(platform, cancellation)).rejects.toEqual(withCode('appointments.not_changeable'))
    // What the desk leaves open is completed, in favour of the patient.
    platform.clock.set(later(3 * dayMs))
    await closeAppointments(platform)
    expect(await queue()).toEqual([])
    expect(await as(patientId).get({ appointmentId })).toMatchObject({ status: 'completed' })
    await expect(markNoShow(platform, at)).rejects.toEqual(withCode('appointments.not_changeable'))
  })
})
