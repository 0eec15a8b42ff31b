import { describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { addTimeOffRoutes } from '#server/processes/add-time-off.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAppointment, buildService, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, newGuest } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { agendaRoutes } from './routes/agenda.ts'
import { appointmentsRoutes } from './routes/appointments.ts'
import { holdAppointment } from './usecases/hold-appointment.ts'
import { moveAtDesk } from './usecases/move-at-desk.ts'

const platform = await testPlatform()
const later = (hours: number) => new Date(monday.getTime() + hours * hourMs).toISOString()
const changed = expect.objectContaining({ code: 'request.changed_meanwhile' })
const otherTerms = expect.objectContaining({ code: 'request.terms_changed' })

async function twoReceptionists() {
  const desk = await buildDesk(platform)
  const { row } = await desk.book({ startsAt: monday })
  const target = { centerId: desk.centerId, appointmentId: row.id }
  const [one, other] = [clientOf(platform, agendaRoutes, desk.reception), clientOf(platform, agendaRoutes, desk.owner)]
  return { desk, target, one, other, seen: await one.appointment(target) }
}

describe('an appointment that two receptionists have open', () => {
  it('keeps the first move: the second one is refused, and moves from what it then reads', async () => {
    const { target, one, other, seen } = await twoReceptionists()
    const first = { ...target, version: seen.version, startsAt: later(2) }
    await one.move(first)
    const second = { ...target, version: seen.version, startsAt: later(4) }
    await expect(other.move(second)).rejects.toEqual(changed)
    const now = await other.appointment(target)
    expect(now.startsAt).toBe(later(2))
    await expect(other.move({ ...second, version: now.version })).resolves.toMatchObject({ startsAt: later(4) })
  })

  it('accepts the same move again, so that a lost response can be repeated', async () => {
    const { target, one, seen } = await twoReceptionists()
    const move = { ...target, version: seen.version, startsAt: later(2) }
    await one.move(move)
    await expect(one.move(move)).resolves.toMatchObject({ startsAt: later(2) })
  })

  it("keeps a colleague's later move when the first receptionist undoes theirs", async () => {
    const { target, one, other, seen } = await twoReceptionists()
    const moved = await one.move({ ...target, version: seen.version, startsAt: later(2) })
    await other.move({ ...target, version: moved.version, startsAt: later(4) })
    const undo = { ...target, version: moved.version, startsAt: seen.startsAt, evenOutsideHours: true }
    await expect(one.move(undo)).rejects.toEqual(changed)
    expect((await one.appointment(target)).startsAt).toBe(later(4))
  })

  it('refuses a payment and its undoing once a colleague has collected, and every mark once a colleague has moved it', async () => {
    const { target, one, other, seen } = await twoReceptionists()
    const part = { ...target, version: seen.version, amountCents: 1000, method: 'efectivo' } as const
    const paid = await one.collect(part)
    await expect(other.collect(part)).rejects.toEqual(changed)
    await expect(other.undoCollection({ ...target, version: seen.version })).rejects.toEqual(changed)
    await other.move({ ...target, version: paid.version, startsAt: later(-1) })
    platform.clock.set(monday)
    for (const mark of ['arrive', 'complete'] as const) {
      await expect(one[mark]({ ...target, version: paid.version }), mark).rejects.toEqual(changed)
    }
    const { version } = await one.appointment(target)
    await expect(one.arrive({ ...target, version })).resolves.toMatchObject({ status: 'confirmed' })
    await expect(one.complete({ ...target, version })).resolves.toMatchObject({ status: 'completed' })
  })
})

describe('the terms that a person read', () => {
  it('are the terms of the cancellation: a limit that passes before the press asks again', async () => {
    const limited = await testPlatform()
    const startsAt = new Date(limited.clock.now().getTime() + 25 * hourMs)
    const { appointmentId, patientId } = await buildAppointment(limited, { startsAt })
    await limited.db
      .updateTable('appointments')
      .set({ booked_at: new Date(0) })
      .where('id', '=', appointmentId)
      .execute()
    const patient = clientOf(limited, appointmentsRoutes, patientId)
    const read = await patient.get({ appointmentId })
    expect(read.cancellation).toMatchObject({ phase: 'ahead', refundPercentNow: 100 })
    limited.clock.advance(2 * hourMs)
    await expect(patient.cancel({ appointmentId, terms: read.terms })).rejects.toEqual(otherTerms)
    const next = new Date(startsAt.getTime() + 48 * hourMs).toISOString()
    await expect(patient.move({ appointmentId, terms: read.terms, startsAt: next })).rejects.toEqual(otherTerms)
    const now = await patient.get({ appointmentId })
    expect(now.cancellation).toMatchObject({ phase: 'late', refundPercentNow: 50 })
    const cancelled = await patient.cancel({ appointmentId, terms: now.terms })
    expect(cancelled.cancellation.refundPercentNow).toBe(50)
    // A repeated request has the same response, whatever it carries.
    await expect(patient.cancel({ appointmentId, terms: read.terms })).resolves.toMatchObject({ status: 'cancelled' })
  })

  it('are the terms of a booking: a centre that begins to confirm by hand before the press makes the patient read it again', async () => {
    const { serviceId, centerId } = await buildService(platform)
    const { patientId } = await buildAppointment(platform, {})
    const caller = { userId: patientId, visitorKey: undefined }
    const startsAt = new Date(platform.clock.now().getTime() + 7 * 24 * hourMs)
    startsAt.setUTCHours(14, 0, 0, 0)
    const held = await holdAppointment(platform, { caller, address: 'a', serviceId, startsAt, place: 'center' })
    const patient = clientOf(platform, appointmentsRoutes, patientId)
    const { appointment: read } = await patient.currentHold()
    const confirmation = { appointmentId: held.id, terms: read?.terms ?? '' }
    const edit = (change: object) =>
      platform.db.updateTable('center_profiles').set(change).where('id', '=', centerId).execute()
    // The held time keeps the rule about cancelling that the patient reads.
    await edit({ late_refund_percent: 0 })
    expect(await patient.currentHold()).toEqual({ appointment: read })
    await edit({ confirms_manually: true })
    await expect(patient.confirm(confirmation)).rejects.toEqual(otherTerms)
    const { appointment: now } = await patient.currentHold()
    await expect(patient.confirm({ ...confirmation, terms: now?.terms ?? '' })).resolves.toMatchObject({
      status: 'pending',
    })
  })

  it('are those of a desk booking: a patient accepts the time and the price that they read, and no other, with the rule of the day on which it was booked', async () => {
    const own = await testPlatform()
    const desk = await buildDesk(own)
    const { patientId } = await buildAppointment(own, {
      ...desk,
      status: 'completed',
      startsAt: new Date(later(-30 * 24)),
    })
    await verifyEmail(own, { userId: patientId })
    const { row } = await desk.book({ startsAt: new Date(later(48)), person: { kind: 'patient', id: patientId } })
    const appointmentId = row.id
    const patient = clientOf(own, appointmentsRoutes, patientId)
    const changes = [
      () => moveAtDesk(own, { ...desk.at(appointmentId), startsAt: new Date(later(50)) }),
      () => own.db.updateTable('appointments').set({ price: 999_00 }).where('id', '=', appointmentId).execute(),
    ]
    const edit = own.db.updateTable('center_profiles').set({ late_refund_percent: 0 })
    await edit.where('id', '=', desk.centerId).execute()
    for (const change of changes) {
      const { terms } = await patient.get({ appointmentId })
      await change()
      await expect(patient.accept({ appointmentId, terms }), String(change)).rejects.toEqual(otherTerms)
      expect((await patient.get({ appointmentId })).can.accept).toBe(true)
    }
    const { terms } = await patient.get({ appointmentId })
    const accepted = await patient.accept({ appointmentId, terms })
    expect(accepted).toMatchObject({ can: { accept: false }, cancellation: { lateRefundPercent: 50 } })
    // A repeated request has the same response, whatever it carries.
    await expect(patient.accept({ appointmentId, terms: 'x'.repeat(22) })).resolves.toEqual(accepted)
  })

  it('are those of a booking at the desk: another price, duration, name or place than the receptionist read out books nothing', async () => {
    const own = await testPlatform()
    const desk = await buildDesk(own)
    const { centerId, serviceId, professionalId } = desk
    const reception = clientOf(own, agendaRoutes, desk.reception)
    const read = async () =>
      (await reception.get({ centerId, from: '2026-11-23', days: 1 })).professionals[0]?.services[0]
    const booking = {
      ...{ centerId, serviceId, idempotencyKey: newId(), startsAt: later(0), place: 'center' as const },
      person: newGuest('Rosa Luna'),
    }
    const ofService = (set: object) => own.db.updateTable('services').set(set).where('id', '=', serviceId)
    const ofProfessional = (set: object) =>
      own.db.updateTable('professionals').set(set).where('id', '=', professionalId)
    const changes = [
      ofService({ price: 999_00 }),
      ofService({ duration_minutes: 45 }),
      ofService({ name: 'Reiki' }),
      ofProfessional({ modalities: ['Online', 'Presencial'] }),
    ]
    for (const change of changes) {
      const terms = (await read())?.terms ?? ''
      await change.execute()
      await expect(reception.book({ ...booking, terms }), change.compile().sql).rejects.toEqual(otherTerms)
    }
    expect(await desk.guests()).toEqual([])
    const now = await read()
    const booked = await reception.book({ ...booking, terms: now?.terms ?? '' })
    expect(booked).toMatchObject({ priceCents: 999_00, service: { name: 'Reiki', durationMinutes: 45 } })
    // A repeated request has the same response, whatever it carries.
    await expect(reception.book({ ...booking, terms: 'x'.repeat(22) })).resolves.toMatchObject({ id: booked.id })
  })

  it('are those of the desk: the refund that a receptionist read is the one that the patient gets', async () => {
    const limited = await testPlatform()
    const desk = await buildDesk(limited)
    const startsAt = new Date(limited.clock.now().getTime() + 25 * hourMs)
    const { appointmentId } = await buildAppointment(limited, { ...desk, startsAt })
    await limited.db
      .updateTable('appointments')
      .set({ booked_at: new Date(0) })
      .where('id', '=', appointmentId)
      .execute()
    const reception = clientOf(limited, agendaRoutes, desk.reception)
    const target = { centerId: desk.centerId, appointmentId }
    const { version } = await reception.appointment(target)
    await reception.collect({ ...target, version, amountCents: 100_000, method: 'efectivo' })
    const read = await reception.cancellation(target)
    expect(read.byPatient).toMatchObject({ refundPercent: 100 })
    limited.clock.advance(2 * hourMs)
    const ofPatient = { ...target, by: 'patient', reason: '' } as const
    await expect(reception.cancel({ ...ofPatient, terms: read.byPatient?.terms ?? '' })).rejects.toEqual(otherTerms)
    const now = await reception.cancellation(target)
    expect(now.byPatient).toMatchObject({ refundPercent: 50 })
    await expect(reception.cancel({ ...ofPatient, terms: now.byPatient?.terms ?? '' })).resolves.toMatchObject({
      status: 'cancelled',
      payment: { refundCents: 50_000 },
    })
  })

  it('are those of a whole day: another appointment, or another refund, than the preview said changes nothing', async () => {
    const own = await testPlatform()
    const desk = await buildDesk(own)
    const { row } = await desk.book({ startsAt: monday })
    const reception = clientOf(own, agendaRoutes, desk.reception)
    const { centerId, professionalId } = desk
    const whole = { centerId, professionalId, date: '2026-11-23', reason: 'Se rompió un caño', blockRest: true }
    const cancelDay = (rest: object) => reception.cancelDay({ ...whole, ...rest })
    const moveDay = (rest: object) => reception.moveDay({ ...whole, toDate: '2026-11-25', ...rest })
    const statuses = async () =>
      (await own.db.selectFrom('appointments').where('center_id', '=', centerId).select(['status']).execute()).map(
        ({ status }) => status,
      )
    await expect(cancelDay({})).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const read = { cancel: await cancelDay({ preview: true }), move: await moveDay({ preview: true }) }
    await desk.book({ startsAt: new Date(later(2)), person: newGuest('Ana Luna') })
    await expect(cancelDay({ terms: read.cancel.terms })).rejects.toEqual(otherTerms)
    await expect(moveDay({ terms: read.move.terms })).rejects.toEqual(otherTerms)
    const two = await cancelDay({ preview: true })
    expect(two).toMatchObject({ changed: 2, refundCents: 0 })
    const at = { centerId, appointmentId: row.id }
    const { version } = await reception.appointment(at)
    await reception.collect({ ...at, version, amountCents: 100_000, method: 'efectivo' })
    await expect(cancelDay({ terms: two.terms })).rejects.toEqual(otherTerms)
    expect(await statuses()).toEqual(['confirmed', 'confirmed'])
    expect(await own.db.selectFrom('time_off').selectAll().execute()).toEqual([])
    const { terms, refundCents } = await cancelDay({ preview: true })
    expect(refundCents).toBe(100_000)
    expect(await cancelDay({ terms })).toMatchObject({ changed: 2, refundCents: 100_000 })
    // A repeated request finds nothing to change, whatever it carries.
    expect(await cancelDay({ terms })).toMatchObject({ changed: 0 })
  })

  it('are those of an absence with its appointments', async () => {
    const own = await testPlatform()
    const desk = await buildDesk(own)
    await desk.book({ startsAt: monday })
    const owner = clientOf(own, addTimeOffRoutes.availability, desk.owner)
    const { centerId, professionalId } = desk
    const absence = { centerId, professionalIds: [professionalId], startsAt: later(-2), endsAt: later(6), reason: '' }
    const appointments = { action: 'cancel', reason: 'Se rompió un caño' } as const
    await expect(owner.addTimeOff({ ...absence, appointments })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const read = await owner.addTimeOff({ ...absence, appointments, preview: true })
    await desk.book({ startsAt: new Date(later(2)), person: newGuest('Ana Luna') })
    const outdated = owner.addTimeOff({ ...absence, appointments, terms: read.change?.terms })
    await expect(outdated).rejects.toEqual(otherTerms)
    const now = await owner.addTimeOff({ ...absence, appointments, preview: true })
    const done = await owner.addTimeOff({ ...absence, appointments, terms: now.change?.terms })
    expect(done.change).toMatchObject({ changed: 2 })
  })
})
