import { describe, expect, it } from 'vitest'
import { createReview } from '#server/features/reviews/usecases/reviews.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { appointmentsRoutes } from '../routes/appointments.ts'
import { completeAppointment } from './mark-appointment.ts'
import { moveAtDesk } from './move-at-desk.ts'

const platform = await testPlatform()
const start = platform.clock.now()
const as = (userId: string) => clientOf(platform, appointmentsRoutes, userId)
const accept = async (userId: string, appointmentId: string) => {
  const { terms } = await as(userId).get({ appointmentId })
  return as(userId).accept({ appointmentId, terms })
}
const rate = (userId: string, appointmentId: string) =>
  createReview(platform, { userId, appointmentId, rating: 5, comment: '' })

/** Booked by the desk for a patient who was at the centre before. */
async function bookedAtDesk({ isVerified = true, startsAt = monday, bookedAt = start } = {}) {
  platform.clock.set(start)
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform)
  if (isVerified) await verifyEmail(platform, { userId: patientId })
  const past = new Date(start.getTime() - 30 * 24 * hourMs)
  await buildAppointment(platform, { ...desk, patientId, status: 'completed', startsAt: past })
  platform.clock.set(bookedAt)
  const { row } = await desk.book({ startsAt, person: { kind: 'patient', id: patientId } })
  const complete = async () => {
    platform.clock.set(later(2 * hourMs))
    await completeAppointment(platform, desk.at(row.id))
  }
  return { desk, patientId, appointmentId: row.id, complete }
}

describe('an appointment that the desk booked', () => {
  it('can be reviewed if its patient accepted it before it began', async () => {
    const { patientId, appointmentId, complete } = await bookedAtDesk()
    expect((await as(patientId).get({ appointmentId })).can.accept).toBe(true)
    const accepted = await accept(patientId, appointmentId)
    expect(accepted.can.accept).toBe(false)
    expect((await accept(patientId, appointmentId)).can.accept).toBe(false)
    await complete()
    expect((await as(patientId).get({ appointmentId })).can.review).toBe(true)
    await expect(rate(patientId, appointmentId)).resolves.toMatchObject({ rating: 5 })
  })

  it('cannot be reviewed without the patient’s acceptance, and the dashboard does not offer it', async () => {
    const { patientId, appointmentId, complete } = await bookedAtDesk()
    await complete()
    expect((await as(patientId).get({ appointmentId })).can).toMatchObject({ review: false, accept: false })
    await expect(rate(patientId, appointmentId)).rejects.toMatchObject({ code: 'reviews.not_accepted', status: 409 })
    await expect(accept(patientId, appointmentId)).rejects.toMatchObject({
      code: 'appointments.not_changeable',
    })
  })

  it('cannot be accepted with an unverified address, nor after it began', async () => {
    const { patientId, appointmentId } = await bookedAtDesk({ isVerified: false })
    await expect(accept(patientId, appointmentId)).rejects.toMatchObject({
      code: 'appointments.email_unverified',
    })
    await verifyEmail(platform, { userId: patientId })
    platform.clock.set(later(1))
    await expect(accept(patientId, appointmentId)).rejects.toMatchObject({
      code: 'appointments.not_changeable',
    })
  })

  it.each([
    ['before it begins', start, true],
    ['once it has begun', later(10 * minuteMs), false],
  ])('that the desk enters %s asks its patient only for what is possible', async (_name, bookedAt, isPossible) => {
    const { patientId } = await bookedAtDesk({ bookedAt })
    const { email } = await platform.db
      .selectFrom('profiles')
      .where('id', '=', patientId)
      .select('email')
      .executeTakeFirstOrThrow()
    const [mail] = (await listAllMails(platform, { limit: 1000 })).filter(({ to }) => to === email)
    for (const words of ['confírmalo antes de que empiece', 'Confirmar que es mía', 'Cambiar', 'Cancelar']) {
      expect([words, mail?.text.includes(words)]).toEqual([words, isPossible])
    }
  })

  it('is no longer moved to a time that has passed once its patient has accepted it', async () => {
    const { desk, patientId, appointmentId } = await bookedAtDesk({ startsAt: later(hourMs) })
    platform.clock.set(later(20 * minuteMs))
    await accept(patientId, appointmentId)
    const move = moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: monday, reason: '' })
    await expect(move).rejects.toEqual(withCode('request.invalid'))
  })

  it('is mailed with a link to the dialog in which its patient accepts it', async () => {
    const { patientId, appointmentId } = await bookedAtDesk()
    const mails = await listMails(platform, { limit: 500 })
    const mail = mails.find(({ to, kind }) => to === `${patientId}@prueba.uy` && kind === 'appointments.booked_at_desk')
    expect(mail?.text).toContain(`Confirmar que es mía:\nhttp://127.0.0.1:3000/dashboard?appointment=${appointmentId}`)
    expect(mail?.text).toContain('después de la consulta podrás calificarla')
  })
})

it('an appointment that the patient booked needs no acceptance and cannot get one', async () => {
  const { appointmentId, patientId } = await buildAppointment(platform, { startsAt: monday })
  await verifyEmail(platform, { userId: patientId })
  platform.clock.set(start)
  expect((await as(patientId).get({ appointmentId })).can.accept).toBe(false)
  await expect(accept(patientId, appointmentId)).rejects.toMatchObject({ code: 'appointments.not_changeable' })
})

it('the database refuses a review of an unaccepted appointment even when code skips the use case', async () => {
  const { patientId, appointmentId, complete, desk } = await bookedAtDesk()
  await complete()
  const review = { id: appointmentId, appointment_id: appointmentId, patient_id: patientId, rating: 5 }
  const { centerId: center_id, professionalId: professional_id } = desk
  const write = platform.db
    .insertInto('reviews')
    .values({ ...review, center_id, professional_id })
    .execute()
  await expect(write).rejects.toThrow(/was entered by the desk and not accepted/)
})
