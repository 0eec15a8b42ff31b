import { describe, expect, test } from 'vitest'
import { confirmAtDesk } from '#server/features/appointments/usecases/mark-appointment.ts'
import { createReview } from '#server/features/reviews/usecases/reviews.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import {
  buildAppointment,
  buildCenter,
  buildLicense,
  buildMember,
  buildPatient,
  buildProfessional,
  buildService,
} from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { centerOverviewRoutes } from './center-overview.ts'

const platform = await testPlatform()

const as = (userId: string | undefined) => clientOf(platform, centerOverviewRoutes.practice, userId)

const fromNow = (hours: number) => new Date(platform.clock.now().getTime() + hours * hourMs)

describe('the figures of a centre', () => {
  test('count the appointments of the month in local time, with a list of the newest', async () => {
    const practice = await buildService(platform)
    const { centerId } = practice
    const { patientId } = await buildPatient(platform, { fullName: 'Rosa Lago' })
    const add = (startsAt: Date, status: 'confirmed' | 'pending' | 'completed' | 'cancelled') =>
      buildAppointment(platform, { ...practice, patientId, startsAt, status })
    // The first instant of November in Montevideo, and an hour before it.
    await add(new Date('2026-11-01T03:00:00Z'), 'completed')
    await add(new Date('2026-11-01T02:00:00Z'), 'completed')
    const today = await add(fromNow(-2), 'completed')
    await add(fromNow(48), 'pending')
    await add(fromNow(24 * 20), 'confirmed')
    await add(fromNow(72), 'cancelled')
    await buildLicense(platform, {
      centerId,
      status: 'approved',
      fileName: `c-${newId()}.pdf`,
      expiryDate: '2026-12-20',
    })
    await platform.db
      .updateTable('center_profiles')
      .set({ rating: 4.26, total_reviews: 3 })
      .where('id', '=', centerId)
      .execute()
    const figures = await as(centerId).figures({ centerId })
    expect(figures).toMatchObject({
      appointments: 6,
      pending: 2,
      averageRating: 4.3,
      totalReviews: 3,
      incomeCents: 450_000,
      month: { completed: 2, pending: 1 },
      attention: { toConfirm: 1, toCollect: 1, toRefund: 0, reviewsWithoutReply: 0, documentsToRenew: 1 },
    })
    expect(figures.recent).toHaveLength(5)
    expect(figures.recent[0]).toMatchObject({ professionalName: 'Ana Suárez', person: { name: 'Rosa Lago' } })
    await platform.db
      .insertInto('payments')
      .values({
        appointment_id: today.appointmentId,
        center_id: centerId,
        amount: 150_000,
        method: 'efectivo',
        collected_at: platform.clock.now(),
      })
      .execute()
    expect((await as(centerId).figures({ centerId })).attention.toCollect).toBe(0)
  })

  test('show the revenue and the documents to renew to the owner only, and to a professional their own appointments', async () => {
    const practice = await buildService(platform)
    const { centerId } = practice
    const other = await buildProfessional(platform, { centerId })
    const offered = await buildService(platform, other)
    await buildAppointment(platform, { ...practice, startsAt: fromNow(-24), status: 'completed' })
    await buildAppointment(platform, { ...offered, startsAt: fromNow(24) })
    await buildLicense(platform, { centerId, status: 'expired', fileName: `d-${newId()}.pdf` })
    const reception = await buildMember(platform, { centerId, role: 'reception' })
    const professional = await buildMember(platform, {
      centerId,
      role: 'professional',
      professionalId: practice.professionalId,
    })
    expect(await as(centerId).figures({ centerId })).toMatchObject({ incomeCents: 150_000, appointments: 2 })
    const receptionFigures = await as(reception.userId).figures({ centerId })
    expect(receptionFigures).toMatchObject({ incomeCents: null, appointments: 2, attention: { documentsToRenew: 0 } })
    const professionalFigures = await as(professional.userId).figures({ centerId })
    expect(professionalFigures).toMatchObject({ incomeCents: null, appointments: 1, pending: 0 })
    expect(professionalFigures.recent.map(({ professionalId }) => professionalId)).toEqual([practice.professionalId])
  })

  test('count the reviews that the member may still reply to: none for the reception', async () => {
    const practice = await buildService(platform)
    const { centerId, professionalId } = practice
    for (const on of [practice, await buildService(platform, await buildProfessional(platform, { centerId }))]) {
      const { patientId } = await buildPatient(platform)
      const { appointmentId } = await buildAppointment(platform, { ...on, patientId, status: 'completed' })
      await createReview(platform, { userId: patientId, appointmentId, rating: 5, comment: '' })
    }
    const reception = await buildMember(platform, { centerId, role: 'reception' })
    const professional = await buildMember(platform, { centerId, role: 'professional', professionalId })
    const waiting = async (userId: string) => (await as(userId).figures({ centerId })).attention.reviewsWithoutReply
    expect(await waiting(centerId)).toBe(2)
    expect(await waiting(professional.userId)).toBe(1)
    expect(await waiting(reception.userId)).toBe(0)
  })

  test('count an appointment with a discount as unpaid until the rest of its price is paid', async () => {
    const practice = await buildService(platform)
    const { centerId } = practice
    const { appointmentId } = await buildAppointment(platform, {
      ...practice,
      startsAt: fromNow(-2),
      status: 'completed',
    })
    await platform.db
      .updateTable('appointments')
      .set({ discount_amount: 50_000, discount_payer: 'center' })
      .where('id', '=', appointmentId)
      .execute()
    const pay = (amount: number) =>
      platform.db
        .insertInto('payments')
        .values({
          appointment_id: appointmentId,
          center_id: centerId,
          amount,
          method: 'efectivo',
          collected_at: platform.clock.now(),
        })
        .execute()
    const toCollect = async () => (await as(centerId).figures({ centerId })).attention.toCollect
    await pay(60_000)
    expect(await toCollect()).toBe(1)
    await pay(40_000)
    expect(await toCollect()).toBe(0)
  })

  test('of a new centre are all zero', async () => {
    const { centerId } = await buildCenter(platform)
    expect(await as(centerId).figures({ centerId })).toEqual({
      appointments: 0,
      pending: 0,
      averageRating: 0,
      totalReviews: 0,
      incomeCents: 0,
      month: { completed: 0, pending: 0 },
      attention: { toConfirm: 0, toCollect: 0, toRefund: 0, reviewsWithoutReply: 0, documentsToRenew: 0 },
      firstToRefund: null,
      requests: [],
      recent: [],
    })
  })
})

describe('pending requests', () => {
  test('are listed with the time left, most urgent first, until a colleague responds', async () => {
    const practice = await buildService(platform)
    const { centerId } = practice
    const request = async (hours: number) => {
      const { appointmentId } = await buildAppointment(platform, {
        ...practice,
        startsAt: fromNow(hours),
        status: 'pending',
        durationMinutes: 30,
      })
      await platform.db
        .updateTable('appointments')
        .set({ requested_at: platform.clock.now() })
        .where('id', '=', appointmentId)
        .execute()
      return appointmentId
    }
    const far = await request(72)
    const soon = await request(5)
    const { requests, attention } = await as(centerId).figures({ centerId })
    expect(attention.toConfirm).toBe(2)
    expect(requests.map(({ id, answerBy, can }) => [id, answerBy, can.confirm])).toEqual([
      [soon, fromNow(3).toISOString(), true],
      [far, fromNow(24).toISOString(), true],
    ])
    await confirmAtDesk(platform, { centerId, userId: centerId, appointmentId: soon })
    expect((await as(centerId).figures({ centerId })).requests.map(({ id }) => id)).toEqual([far])
  })

  test('for a colleague are not shown to a professional', async () => {
    const { centerId, ...service } = await buildService(platform)
    const other = await buildService(platform, { centerId })
    await buildAppointment(platform, { centerId, ...service, startsAt: fromNow(48), status: 'pending' })
    const { userId } = await buildMember(platform, {
      centerId,
      role: 'professional',
      professionalId: other.professionalId,
    })
    expect((await as(userId).figures({ centerId })).requests).toEqual([])
  })
})
