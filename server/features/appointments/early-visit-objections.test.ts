import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { deskCodeOf } from '#server/features/loyalty/usecases/desk-code.ts'
import { grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { redeemReward } from '#server/features/loyalty/usecases/redeem-reward.ts'
import { findAction } from '#server/features/moderation/repository/actions.ts'
import { verifyRecord } from '#server/features/moderation/usecases/record-action.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { createReview } from '#server/features/reviews/usecases/reviews.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, minuteMs, secondMs } from '#server/platform/local-time.ts'
import { reportedKinds } from '#server/processes/report-queue.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAppointment, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { staffOfObjection } from '#server/testing/objections.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { buildReward } from '#server/testing/promotions.ts'
import { versionAtDesk } from '#server/testing/versions.ts'
import { agendaRoutes } from './routes/agenda.ts'
import { appointmentsRoutes } from './routes/appointments.ts'
import { completeAppointment, markNoShow, reopenAppointment } from './usecases/mark-appointment.ts'
import { moveAtDesk } from './usecases/move-at-desk.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
afterEach(() => clock.set(start))

const soon = later(5 * minuteMs)

/** A booking for 4 December, paid with 1,000 pesos, which the desk moves to `startsAt` and completes there. */
async function buildCompleted({
  startsAt = soon,
  completedAt = new Date(startsAt.getTime() + 2 * secondMs),
  rewardCents = 0,
} = {}) {
  const desk = await buildDesk(platform)
  const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: later(11 * dayMs) })
  await verifyEmail(platform, { userId: patientId })
  await db
    .updateTable('appointments')
    .set({ booked_at: new Date(start.getTime() - 5 * dayMs) })
    .where('id', '=', appointmentId)
    .execute()
  const at = { centerId: desk.centerId, appointmentId }
  const reception = clientOf(platform, agendaRoutes, desk.reception)
  clock.set(monday)
  const reward = rewardCents > 0 ? await redeem(patientId, rewardCents) : undefined
  await reception.collect({
    ...at,
    version: await versionAtDesk(platform, at),
    amountCents: 100_000,
    method: 'efectivo',
    ...(reward && {
      discount: {
        ...{ kind: 'code', discountCents: rewardCents },
        code: deskCodeOf({ kind: 'reward', id: reward.id }, platform),
      },
    }),
  })
  await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt, evenOutsideHours: true, by: 'patient' })
  clock.set(completedAt)
  await completeAppointment(platform, desk.at(appointmentId))
  const patient = clientOf(platform, appointmentsRoutes, patientId)
  const { actor, queue, decide, lastAction } = await staffOfObjection(platform, {
    kind: 'early_visit',
    appointmentId,
    reason: 'La llamada.',
  })
  const state = async () => {
    const row = await db
      .selectFrom('appointments')
      .innerJoin('payments', 'payments.appointment_id', 'appointments.id')
      .leftJoin('commissions', 'commissions.appointment_id', 'appointments.id')
      .where('appointments.id', '=', appointmentId)
      .select([
        'appointments.status',
        'cancelled_by as by',
        'refund_amount as refund',
        'commissions.status as commission',
      ])
      .executeTakeFirstOrThrow()
    return row
  }
  /** What the consultation, and a cancellation by the centre, brought. */
  const points = async () => {
    const columns = ['points_amount as points'] as const
    const rows = await db.selectFrom('points_transactions').where('user_id', '=', patientId).select(columns).execute()
    return rows.reduce((sum, row) => sum + row.points, 0)
  }
  const object = (comment = '') => patient.object({ appointmentId, comment })
  return {
    desk,
    at,
    appointmentId,
    patientId,
    patient,
    reception,
    actor,
    object,
    queue,
    decide,
    lastAction,
    state,
    points,
  }
}

/** A reward that the patient can use now. */
async function redeem(userId: string, discountCents: number) {
  const reference = { type: 'account', id: newId() } as const
  const gift = { userId, points: 100, type: 'bonus', description: 'Un regalo', reference, now: clock.now() } as const
  await db.transaction().execute((tx) => grantPoints(tx, gift))
  const rewardId = await buildReward(platform, { discountCents })
  return redeemReward(platform, { userId, rewardId, idempotencyKey: newId() })
}

describe('an appointment that the desk moved to an earlier start than the patient agreed to, and completed', () => {
  it('offers «No fui a esa hora» until seven days after the agreed start', async () => {
    const { patient, appointmentId } = await buildCompleted()
    const objectUntil = later(18 * dayMs)
    const completed = { status: 'completed', objection: null, objectUntil: objectUntil.toISOString() }
    expect(await patient.get({ appointmentId })).toMatchObject({ ...completed, can: { object: true } })
    clock.set(new Date(objectUntil.getTime() + 1))
    expect(await patient.get({ appointmentId })).toMatchObject({ can: { object: false } })
  })

  it('offers it from the completion on, however long the desk waited with that', async () => {
    const completedAt = later(20 * dayMs)
    const { object, patient, appointmentId } = await buildCompleted({ completedAt })
    const objectUntil = new Date(completedAt.getTime() + 7 * dayMs).toISOString()
    expect(await patient.get({ appointmentId })).toMatchObject({ objectUntil, can: { object: true } })
    expect(await object()).toMatchObject({ objection: 'open' })
  })

  it('takes one objection, which staff see with how many of such visits the centre recorded', async () => {
    const { object, queue } = await buildCompleted()
    expect(await object()).toMatchObject({
      status: 'completed',
      objection: 'open',
      can: { object: false, review: false },
    })
    expect(await object('Otra vez')).toMatchObject({ objection: 'open' })
    const reports = [{ reason: 'No fui a esa hora.', isOpen: true }]
    expect(await queue()).toMatchObject([
      { kind: 'early_visit', expectedStartsAt: later(11 * dayMs), ofCenter: { recorded: 1, all: 1 }, reports },
    ])
  })

  it('takes no objection after seven days, nor from any other writer', async () => {
    const { object, appointmentId, patientId } = await buildCompleted()
    clock.set(later(18 * dayMs + 1))
    await expect(object()).rejects.toEqual(withCode('appointments.objection_late'))
    const late = sql`insert into reports (id, kind, subject_id, reported_by, reason, created_at)
      values (gen_random_uuid(), 'early_visit', ${appointmentId}, ${patientId}, 'Tarde', ${clock.now()})`
    await expect(late.execute(db)).rejects.toThrow(/may object now/)
  })

  it('stays completed and without a review while an objection is open, for the desk and for every other writer', async () => {
    const { desk, appointmentId, patientId, object } = await buildCompleted()
    await object()
    for (const mark of [reopenAppointment, markNoShow]) {
      await expect(mark(platform, desk.at(appointmentId))).rejects.toEqual(withCode('appointments.not_changeable'))
    }
    const set = (change: ReturnType<typeof sql>) =>
      sql`update appointments set ${change} where id = ${appointmentId}`.execute(db)
    await expect(set(sql`status = 'confirmed', completed_at = null`)).rejects.toThrow(/waits for staff/)
    const review = createReview(platform, { userId: patientId, appointmentId, rating: 5, comment: '' })
    await expect(review).rejects.toEqual(withCode('reviews.disputed'))
    const direct = sql`insert into reviews (id, appointment_id, center_id, professional_id, patient_id, rating, created_at)
      select gen_random_uuid(), id, center_id, professional_id, patient_id, 5, now() from appointments where id = ${appointmentId}`
    await expect(direct.execute(db)).rejects.toThrow(/waits for staff/)
  })
})

it('an objection and the desk’s correction at the same moment end with one of the two', async () => {
  for (let round = 0; round < 5; round += 1) {
    clock.set(start)
    const { desk, appointmentId, object, queue, state } = await buildCompleted()
    const outcomes = await Promise.allSettled([object(), reopenAppointment(platform, desk.at(appointmentId))])
    const [objected, reopened] = outcomes.map(({ status: outcome }) => outcome === 'fulfilled')
    expect(objected).toBe(!reopened)
    expect((await state()).status).toBe(reopened ? 'confirmed' : 'completed')
    expect(await queue()).toHaveLength(objected ? 1 : 0)
  }
})

it('an appointment that was moved later, or reviewed, takes no objection', async () => {
  const desk = await buildDesk(platform)
  const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: later(11 * dayMs) })
  clock.set(monday)
  await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: later(12 * dayMs), evenOutsideHours: true })
  clock.set(later(12 * dayMs + minuteMs))
  await completeAppointment(platform, desk.at(appointmentId))
  const own = clientOf(platform, appointmentsRoutes, patientId)
  await expect(own.object({ appointmentId, comment: '' })).rejects.toEqual(withCode('appointments.not_missed'))

  clock.set(start)
  const reviewed = await buildCompleted()
  const { patientId: userId, appointmentId: visit } = reviewed
  await createReview(platform, { userId, appointmentId: visit, rating: 5, comment: '' })
  await expect(reviewed.object()).rejects.toEqual(withCode('appointments.not_missed'))
})

it('an appointment whose review staff removed stays a visit, for the patient, the desk and every other writer', async () => {
  const { desk, actor, patient, object, patientId, appointmentId } = await buildCompleted()
  const review = await createReview(platform, { userId: patientId, appointmentId, rating: 1, comment: 'Una ofensa' })
  const targets = [{ id: review.id, lastActionId: null }]
  await actOnEach(platform, reportedKinds.review.actions.delete, { actor, targets, reason: 'Ofende' })
  const can = { object: false, review: false }
  expect(await patient.get({ appointmentId })).toMatchObject({ reviewed: false, objectUntil: null, can })
  await expect(object()).rejects.toEqual(withCode('appointments.not_missed'))
  const direct = sql`insert into reports (id, kind, subject_id, reported_by, reason, created_at)
    values (gen_random_uuid(), 'early_visit', ${appointmentId}, ${patientId}, 'No', ${clock.now()})`
  await expect(direct.execute(db)).rejects.toThrow(/may object now/)
  for (const mark of [reopenAppointment, markNoShow]) {
    await expect(mark(platform, desk.at(appointmentId))).rejects.toEqual(withCode('appointments.not_changeable'))
  }
})

describe('an appointment that the desk moved to an earlier start than the patient agreed to, and marked as a no-show there', () => {
  async function buildMissed({ markedAt = later(6 * minuteMs) } = {}) {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: later(11 * dayMs) })
    await verifyEmail(platform, { userId: patientId })
    clock.set(monday)
    await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: soon, evenOutsideHours: true, by: 'patient' })
    clock.set(markedAt)
    await markNoShow(platform, desk.at(appointmentId))
    const patient = clientOf(platform, appointmentsRoutes, patientId)
    const staff = { kind: 'early_visit', appointmentId, reason: 'La llamada.' } as const
    const object = () => patient.object({ appointmentId, comment: '' })
    return { desk, appointmentId, patientId, patient, object, ...(await staffOfObjection(platform, staff)) }
  }

  it('takes «No fui a esa hora» instead of «Sí fui», also in the mail, until seven days after the agreed start', async () => {
    const { patient, patientId, appointmentId, object, queue } = await buildMissed()
    const missed = { status: 'no_show', objectionKind: 'early_visit', objectUntil: later(18 * dayMs).toISOString() }
    expect(await patient.get({ appointmentId })).toMatchObject({ ...missed, can: { object: true } })
    const direct = sql`insert into reports (id, kind, subject_id, reported_by, reason, created_at)
      values (gen_random_uuid(), 'no_show', ${appointmentId}, ${patientId}, 'Fui', ${clock.now()})`
    await expect(direct.execute(db)).rejects.toThrow(/may object now/)
    await runJobs(platform, { only: 'appointments.notify' })
    clock.set(later(18 * dayMs))
    expect(await object()).toMatchObject({ status: 'no_show', objection: 'open', can: { object: false } })
    const shown = { kind: 'early_visit', expectedStartsAt: later(11 * dayMs), markedAt: later(6 * minuteMs) }
    expect(await queue()).toMatchObject([{ ...shown, ofCenter: { recorded: 1, all: 1 } }])
    const mails = (await listAllMails(platform, { limit: 500 })).filter(({ to }) => to === `${patientId}@prueba.uy`)
    const [missedMail] = mails.filter(({ kind }) => kind === 'appointments.marked_no_show')
    expect(missedMail?.text).toContain('«No fui a esa hora» hasta el')
    expect(missedMail?.text).not.toContain('Sí fui')
  })

  it('takes it for seven days from the mark, when the desk waited with that until after the agreed start', async () => {
    const markedAt = later(12 * dayMs)
    const { patient, appointmentId, object } = await buildMissed({ markedAt })
    const objectUntil = later(19 * dayMs)
    expect(await patient.get({ appointmentId })).toMatchObject({ objectUntil: objectUntil.toISOString() })
    clock.set(new Date(objectUntil.getTime() + 1))
    await expect(object()).rejects.toEqual(withCode('appointments.objection_late'))
    clock.set(objectUntil)
    expect(await object()).toMatchObject({ objection: 'open' })
  })

  it('stays a no-show while the objection is open, for the desk and for every other writer', async () => {
    const { desk, appointmentId, object } = await buildMissed()
    await object()
    const reopened = reopenAppointment(platform, desk.at(appointmentId))
    await expect(reopened).rejects.toEqual(withCode('appointments.not_changeable'))
    const direct = sql`update appointments set status = 'confirmed' where id = ${appointmentId}`
    await expect(direct.execute(db)).rejects.toThrow(/waits for staff/)
  })

  it('becomes a cancellation by the centre when staff annul it', async () => {
    const { patient, appointmentId, object, decide } = await buildMissed()
    await object()
    expect(await decide('delete')).toBeUndefined()
    const cancelled = { status: 'cancelled', cancelledBy: 'center', objectionKind: null, objection: null }
    expect(await patient.get({ appointmentId })).toMatchObject(cancelled)
  })

  it('stays a no-show that the desk can correct when staff keep it, which can be undone until then', async () => {
    const { desk, patient, appointmentId, object, decide, actor, lastAction, queue } = await buildMissed()
    await object()
    expect(await decide('approve')).toBeUndefined()
    expect(await patient.get({ appointmentId })).toMatchObject({ status: 'no_show', objection: 'rejected' })
    await undoAction(platform, { actor, actionId: (await lastAction()).id, reason: 'Otra llamada' })
    expect(await queue()).toHaveLength(1)
    expect(await decide('approve', (await lastAction()).id)).toBeUndefined()
    const { id: actionId } = await lastAction()
    await reopenAppointment(platform, desk.at(appointmentId))
    const undone = undoAction(platform, { actor, actionId, reason: 'Otra más' })
    await expect(undone).rejects.toEqual(withCode('reports.no_show_closed'))
  })

  it('is cancelled in no other way', async () => {
    const { appointmentId } = await buildMissed()
    const change = sql`update appointments set status = 'cancelled', cancelled_by = 'center', cancelled_at = now(),
      refund_percent = 100 where id = ${appointmentId}`
    await expect(change.execute(db)).rejects.toThrow(/was no_show/)
  })
})

describe('staff', () => {
  it('annul it: the centre has cancelled, gives everything back, owes no commission, and its points are gone', async () => {
    const { object, decide, state, queue, patient, patientId, appointmentId, points } = await buildCompleted()
    const earned = await points()
    expect(earned).toBeGreaterThan(0)
    await object()
    expect(await decide('delete')).toBeUndefined()
    expect(await state()).toEqual({ status: 'cancelled', by: 'center', refund: 100_000, commission: 'cancelled' })
    expect(await points()).toBe(100)
    expect(await queue()).toEqual([])
    const now = await patient.get({ appointmentId })
    expect(now).toMatchObject({ cancelledBy: 'center', cancellation: { refundPercentNow: 100 }, objection: null })
    const mails = await listAllMails(platform, { limit: 500 })
    const decided = mails.filter(({ kind }) => kind === 'appointments.early_visit_decided')
    expect(decided.find(({ to }) => to === `${patientId}@prueba.uy`)?.text).toMatch(/Te creemos[\s\S]*llamada/)
    expect(mails.map(({ kind }) => kind)).toContain('appointments.early_visit_decided.center')
  })

  it('keep it, which can be undone, and then annul it, which can’t', async () => {
    const { actor, object, decide, lastAction, state, queue } = await buildCompleted()
    await object()
    expect(await decide('approve')).toBeUndefined()
    expect(await state()).toMatchObject({ status: 'completed', refund: null })
    await expect(object()).rejects.toEqual(withCode('appointments.objection_decided'))
    await undoAction(platform, { actor, actionId: (await lastAction()).id, reason: 'Otra llamada' })
    expect(await queue()).toMatchObject([{ reports: [{ isOpen: true }] }])
    expect(await decide('delete', (await lastAction()).id)).toBeUndefined()
    const { id: actionId, actionType } = await lastAction()
    expect(actionType).toBe('annul_early_visit')
    await expect(undoAction(platform, { actor, actionId, reason: 'No' })).rejects.toEqual(
      withCode('reports.not_reversible'),
    )
    expect(await verifyRecord(db)).toMatchObject({ fault: undefined })
  })
})

describe('an annulled no-show of before such objections, at an earlier start than the patient expected', () => {
  async function buildUpheld() {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: soon })
    clock.set(later(6 * minuteMs))
    await markNoShow(platform, desk.at(appointmentId))
    const patient = clientOf(platform, appointmentsRoutes, patientId)
    const object = () => patient.object({ appointmentId, comment: '' })
    await object()
    const request = { appointmentId, reason: 'La llamada.' }
    const ofNoShow = await staffOfObjection(platform, { ...request, kind: 'no_show' })
    expect(await ofNoShow.decide('delete')).toBeUndefined()
    const annulled = await ofNoShow.lastAction()
    const ahead = { moved_by: 'center', expected_starts_at: later(11 * dayMs), agreed_starts_at: later(11 * dayMs) }
    await db.updateTable('appointments').set(ahead).where('id', '=', appointmentId).execute()
    const { actor } = ofNoShow
    const undo = async () => undoAction(platform, { actor, actionId: annulled.id, reason: 'Otra persona' })
    const blocked = async () => {
      const action = await findAction(db, { actionId: annulled.id, now: clock.now() })
      return action?.isBlocked
    }
    const status = async () => (await patient.get({ appointmentId })).status
    return {
      object,
      undo,
      blocked,
      status,
      ofEarlyVisit: await staffOfObjection(platform, { ...request, kind: 'early_visit' }),
    }
  }

  it('stays annulled while an objection to the visit is open', async () => {
    const { object, undo, status } = await buildUpheld()
    expect(await object()).toMatchObject({ objection: 'open' })
    await expect(undo()).rejects.toEqual(withCode('reports.no_show_closed'))
    expect(await status()).toBe('completed')
  })

  it.each(['approve', 'delete'] as const)('stays annulled after staff decide such an objection: %s', async (action) => {
    const { object, undo, ofEarlyVisit } = await buildUpheld()
    await object()
    expect(await ofEarlyVisit.decide(action)).toBeUndefined()
    await expect(undo()).rejects.toEqual(withCode('reports.no_show_closed'))
  })

  it('stays annulled before any, because the no-show would take none', async () => {
    const { object, undo, blocked } = await buildUpheld()
    expect(await blocked()).toBe(true)
    await expect(undo()).rejects.toEqual(withCode('reports.no_show_closed'))
    expect(await object()).toMatchObject({ objection: 'open' })
  })
})

it('the database cancels no completed appointment without such an objection', async () => {
  const { appointmentId } = await buildCompleted()
  const change = sql`update appointments set status = 'cancelled', cancelled_by = 'center', cancelled_at = now(),
    refund_percent = 100 where id = ${appointmentId}`
  await expect(change.execute(db)).rejects.toThrow(/was completed/)
})

it('a reward of an annulled visit can be used again, although Senda owed the centre its credit', async () => {
  const { object, decide, patientId, appointmentId } = await buildCompleted({ rewardCents: 20_000 })
  await object()
  expect(await decide('delete')).toBeUndefined()
  const rewards = await db.selectFrom('reward_redemptions').where('user_id', '=', patientId).select('status').execute()
  expect(rewards).toEqual([{ status: 'pending' }])
  const faults = await verifyLedger(db)
  expect(faults.filter(({ table, id }) => table === 'reward_redemptions' || id === appointmentId)).toEqual([])
})

it('the desk deletes no payment while an objection is open', async () => {
  const { at, reception, object } = await buildCompleted()
  await object()
  const undoing = reception.undoCollection({ ...at, version: await versionAtDesk(platform, at) })
  await expect(undoing).rejects.toEqual(withCode('appointments.not_changeable'))
})
