import { expect, test } from 'vitest'
import { hourMs } from '#server/platform/local-time.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAppointment } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { buildDeskPayment } from '#server/testing/payments.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { termsOf } from '#server/testing/versions.ts'
import { agendaRoutes } from './routes/agenda.ts'
import { appointmentsRoutes } from './routes/appointments.ts'
import { moveAtDesk } from './usecases/move-at-desk.ts'

const platform = await testPlatform()

async function booked({ status = 'confirmed' as 'confirmed' | 'completed', startsAt = monday } = {}) {
  const desk = await buildDesk(platform)
  const { patientId, appointmentId } = await buildAppointment(platform, { ...desk, startsAt, status })
  const patient = clientOf(platform, appointmentsRoutes, patientId)
  const { centerId } = desk
  const reception = clientOf(platform, agendaRoutes, desk.reception)
  const address = await platform.db
    .selectFrom('center_profiles')
    .select('email')
    .where('id', '=', centerId)
    .executeTakeFirstOrThrow()
  const target = { centerId, appointmentId }
  const mailsTo = async (to: string) =>
    (await listAllMails(platform, { limit: 1000 })).filter((mail) => mail.to === to).map(({ text }) => text)
  return { desk, patientId, target, patient, reception, mailsToCenter: () => mailsTo(address.email) }
}

test('the centre reads why the patient cancelled in its mail and in its agenda', async () => {
  const { target, patient, reception, mailsToCenter } = await booked()
  const { appointmentId } = target
  const reason = 'Me mudé de barrio'
  await patient.cancel({ appointmentId, terms: await termsOf(platform, target), reason })
  expect((await reception.appointment(target)).cancellationReason).toBe(reason)
  expect((await patient.get({ appointmentId })).cancellationReason).toBe(reason)
  expect((await mailsToCenter()).at(-1)).toContain(`Motivo: ${reason}`)
})

test('the patient reads why the centre cancelled, and what it wrote when it recorded their own cancellation', async () => {
  for (const [by, reason] of [
    ['center', 'La profesional está enferma'],
    ['patient', 'Llamó porque viaja'],
  ] as const) {
    const { target, patientId, patient, reception } = await booked()
    const choices = await reception.cancellation(target)
    const terms = (by === 'center' ? choices.byCenter : choices.byPatient)?.terms ?? ''
    await reception.cancel({ ...target, by, reason, terms })
    expect((await patient.get(target)).cancellationReason, by).toBe(reason)
    const mails = await listAllMails(platform, { limit: 1000 })
    const mail = mails.find(
      ({ to, kind }) => to === `${patientId}@prueba.uy` && kind.startsWith('appointments.cancelled'),
    )
    expect(mail?.text, by).toContain(`El centro escribió: «${reason}»`)
  }
})

test('the patient reads why the centre moved the appointment, until they move it themselves', async () => {
  const { desk, target, patient } = await booked()
  const { appointmentId } = target
  const reason = 'Cierra el edificio'
  await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: new Date(monday.getTime() + 2 * hourMs), reason })
  expect(await patient.get(target)).toMatchObject({ moveReason: reason, movedFrom: monday.toISOString() })
  const startsAt = new Date(monday.getTime() + 4 * hourMs).toISOString()
  await patient.move({ appointmentId, terms: await termsOf(platform, target), startsAt })
  expect(await patient.get(target)).toMatchObject({ moveReason: null, movedFrom: null })
})

test('the patient reads why the centre gave money back, beside the payment', async () => {
  const { target, patient, reception } = await booked({
    status: 'completed',
    startsAt: new Date('2026-11-18T13:00:00Z'),
  })
  await buildDeskPayment(platform, { ...target, now: platform.clock.now() })
  const [part] = (await reception.appointment(target)).payment?.parts ?? []
  const refund = { paymentId: part?.paymentId ?? 0, amountCents: 1000, refundedCents: 0, reason: 'Duró menos' }
  await reception.refund({ ...target, ...refund })
  expect((await patient.payments(target)).payments).toMatchObject([
    { refundedCents: 1000, owedCents: 0, refundReason: 'Duró menos', receiptId: null },
  ])
})
