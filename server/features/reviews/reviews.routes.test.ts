import { beforeAll, describe, expect, test } from 'vitest'
import { setPublic } from '#server/features/centers/usecases/update-profile.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildCenter, buildPatient, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { pointsOf } from '#server/testing/points.ts'
import { reviewsRoutes } from './reviews.routes.ts'
import { signature } from './reviews.rules.ts'
import { countReviewsByStars } from './usecases/reviews.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})

const as = (userId?: string) => clientOf(platform, reviewsRoutes, userId)

/** Completed appointments of one service, in successive hours, each with its own patient. */
async function buildCompleted(count: number) {
  const service = await buildService(platform)
  const appointments = []
  for (let index = 0; index < count; index++) {
    const startsAt = new Date(Date.UTC(2026, 9, 1) + index * hourMs)
    appointments.push(await buildAppointment(platform, { ...service, status: 'completed', startsAt }))
  }
  return { ...service, appointments }
}

const countersOf = async (table: 'center_profiles' | 'professionals', id: string) =>
  platform.db.selectFrom(table).select(['rating', 'total_reviews']).where('id', '=', id).executeTakeFirstOrThrow()

describe('reviewing an appointment', () => {
  test('publishes the author’s first name and initial, and counts for the centre and the professional', async () => {
    const { patientId } = await buildPatient(platform, { fullName: 'Lucía Pérez Gómez' })
    const { appointmentId, centerId, professionalId } = await buildAppointment(platform, {
      patientId,
      status: 'completed',
    })
    const review = await as(patientId).create({ appointmentId, rating: 4, comment: '  Muy bien 😀 ' })
    expect(review).toMatchObject({
      rating: 4,
      comment: 'Muy bien 😀',
      author: 'Lucía P.',
      professionalName: 'Ana Suárez',
      createdAt: '2026-11-20T12:00:00.000Z',
    })
    expect(await countersOf('center_profiles', centerId)).toEqual({ rating: 4, total_reviews: 1 })
    expect(await countersOf('professionals', professionalId)).toEqual({ rating: 4, total_reviews: 1 })
    expect((await as().list({ centerId })).items).toEqual([review])
  })

  test('earns points once, also when the request is repeated and when the review is deleted and written again', async () => {
    const { appointmentId, patientId } = await buildAppointment(platform, { status: 'completed' })
    const charge = { appointmentIds: [appointmentId], now: platform.clock.now() }
    await platform.db.transaction().execute((tx) => chargeCommission(tx, charge))
    const review = () => as(patientId).create({ appointmentId, rating: 5, comment: '' })
    const outcomes = await Promise.allSettled([review(), review(), review()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const earned = { points: 50, type: 'earned', referenceType: 'review', referenceId: appointmentId }
    expect((await pointsOf(platform, { userId: patientId })).pointMovements).toMatchObject([earned])
    await platform.db.deleteFrom('reviews').where('appointment_id', '=', appointmentId).execute()
    await review()
    expect((await pointsOf(platform, { userId: patientId })).pointMovements).toHaveLength(1)
  })

  test('can be corrected by its author for seven days, which updates the averages', async () => {
    const { appointmentId, patientId, centerId, professionalId } = await buildAppointment(platform, {
      status: 'completed',
    })
    const { id } = await as(patientId).create({ appointmentId, rating: 1, comment: 'Enojado' })
    const changed = await as(patientId).update({ appointmentId, rating: 5, comment: 'Lo pensé mejor' })
    expect(changed).toMatchObject({ id, rating: 5, comment: 'Lo pensé mejor' })
    expect(await countersOf('center_profiles', centerId)).toEqual({ rating: 5, total_reviews: 1 })
    expect(await countersOf('professionals', professionalId)).toEqual({ rating: 5, total_reviews: 1 })
    const edit = { appointmentId, rating: 2, comment: '' }
    const { patientId: strangerId } = await buildPatient(platform)
    await expect(as(strangerId).update(edit)).rejects.toMatchObject({ code: 'reviews.not_found' })
    const now = platform.clock.now()
    platform.clock.advance(7 * 24 * hourMs)
    await expect(as(patientId).update(edit)).rejects.toMatchObject({ code: 'reviews.no_longer_editable' })
    platform.clock.set(now)
  })

  test('is possible once', async () => {
    const { appointmentId, patientId, centerId } = await buildAppointment(platform, { status: 'completed' })
    const attempts = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) => as(patientId).create({ appointmentId, rating: index + 1, comment: '' })),
    )
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1)
    for (const attempt of attempts) {
      if (attempt.status === 'rejected')
        expect(attempt.reason).toMatchObject({ code: 'reviews.not_allowed', status: 409 })
    }
    expect(await countersOf('center_profiles', centerId)).toMatchObject({ total_reviews: 1 })
  })

  test.each(['pending', 'confirmed', 'cancelled', 'no_show'] as const)('is refused when it is %s', async (status) => {
    const { appointmentId, patientId } = await buildAppointment(platform, { status })
    await expect(as(patientId).create({ appointmentId, rating: 5, comment: '' })).rejects.toMatchObject({
      code: 'reviews.not_allowed',
    })
  })

  test('is refused to another patient, for an unknown appointment, and without a session', async () => {
    const { appointmentId, centerId } = await buildAppointment(platform, { status: 'completed' })
    const { patientId: stranger } = await buildPatient(platform)
    const review = { appointmentId, rating: 1, comment: 'malo' }
    await expect(as(stranger).create(review)).rejects.toMatchObject({ code: 'appointments.not_found' })
    await expect(as(stranger).create({ ...review, appointmentId: newId() })).rejects.toMatchObject({
      code: 'appointments.not_found',
    })
    await expect(as().create(review)).rejects.toMatchObject({ code: 'session.missing', status: 401 })
    expect(await countersOf('center_profiles', centerId)).toEqual({ rating: 0, total_reviews: 0 })
  })

  test('by ten simultaneous requests leaves counters that match the rows', async () => {
    const { appointments, centerId, professionalId } = await buildCompleted(10)
    await Promise.all(
      appointments.map(({ appointmentId, patientId }, index) =>
        as(patientId).create({ appointmentId, rating: (index % 5) + 1, comment: '' }),
      ),
    )
    expect(await countersOf('center_profiles', centerId)).toEqual({ rating: 3, total_reviews: 10 })
    expect(await countersOf('professionals', professionalId)).toEqual({ rating: 3, total_reviews: 10 })
  })
})

describe('ratings', () => {
  /** Completed appointments of one patient, in successive hours. */
  async function buildVisits(count: number) {
    const service = await buildService(platform)
    const { patientId } = await buildPatient(platform)
    const visits = []
    for (let index = 0; index < count; index++) {
      const startsAt = new Date(Date.UTC(2026, 9, 1) + index * hourMs)
      visits.push(await buildAppointment(platform, { ...service, patientId, status: 'completed', startsAt }))
    }
    return { ...service, patientId, visits: visits.map(({ appointmentId }) => appointmentId) }
  }
  const change = (appointmentId: string, values: Partial<{ price: number; discount_amount: number; payer: Payer }>) => {
    const { payer, ...rest } = values
    const set = { ...rest, ...(payer !== undefined && { discount_payer: payer }) }
    return platform.db.updateTable('appointments').set(set).where('id', '=', appointmentId).execute()
  }
  type Payer = 'center' | 'senda' | null

  test('count the newest review of each patient account, and every text stays visible', async () => {
    const { patientId, centerId, professionalId, serviceId, visits } = await buildVisits(3)
    const other = await buildAppointment(platform, { centerId, professionalId, serviceId, status: 'completed' })
    await as(other.patientId).create({ appointmentId: other.appointmentId, rating: 1, comment: '' })
    for (const [index, appointmentId] of visits.entries()) {
      platform.clock.advance(minuteMs)
      await as(patientId).create({ appointmentId, rating: index + 2, comment: '' })
    }
    const counters = { rating: 2.5, total_reviews: 2 }
    expect(await countersOf('center_profiles', centerId)).toEqual(counters)
    expect(await countersOf('professionals', professionalId)).toEqual(counters)
    expect((await as().list({ centerId })).items).toHaveLength(4)
    expect(await countReviewsByStars(platform.db, { centerId })).toEqual({
      publishedReviews: 4,
      reviewsByStars: { one: 1, two: 0, three: 0, four: 1, five: 0 },
    })
  })

  test.each<[string, { price?: number; discount_amount?: number; payer?: Payer }, boolean]>([
    ['of price 0', { price: 0 }, true],
    ['that the centre gave away', { discount_amount: 150_000, payer: 'center' }, true],
    ['that the centre gave cheaper', { discount_amount: 149_999, payer: 'center' }, false],
    ['that Senda paid for', { discount_amount: 150_000, payer: 'senda' }, false],
  ])('of a visit %s', async (_visit, values, isFree) => {
    const { patientId, centerId, professionalId, visits } = await buildVisits(1)
    const [appointmentId = ''] = visits
    await change(appointmentId, values)
    const review = await as(patientId).create({ appointmentId, rating: 5, comment: 'Excelente' })
    expect(review).toMatchObject({ uncounted: isFree ? 'free' : null })
    const counters = isFree ? { rating: 0, total_reviews: 0 } : { rating: 5, total_reviews: 1 }
    expect(await countersOf('center_profiles', centerId)).toEqual(counters)
    expect(await countersOf('professionals', professionalId)).toEqual(counters)
    expect((await as().list({ centerId })).items).toEqual([review])
    expect(await countReviewsByStars(platform.db, { centerId })).toMatchObject({ publishedReviews: 1 })
  })

  test('follow a discount that is used, or given back, after the review', async () => {
    const { patientId, centerId, professionalId, visits } = await buildVisits(2)
    const [first = '', second = ''] = visits
    await as(patientId).create({ appointmentId: first, rating: 2, comment: '' })
    platform.clock.advance(minuteMs)
    await as(patientId).create({ appointmentId: second, rating: 5, comment: '' })
    await change(second, { discount_amount: 150_000, payer: 'center' })
    expect(await countersOf('center_profiles', centerId)).toEqual({ rating: 2, total_reviews: 1 })
    expect(await countersOf('professionals', professionalId)).toEqual({ rating: 2, total_reviews: 1 })
    await change(second, { discount_amount: 0, payer: null })
    expect(await countersOf('center_profiles', centerId)).toEqual({ rating: 5, total_reviews: 1 })
  })
})

describe('the list of a centre’s reviews', () => {
  test('returns pages from newest to oldest with each review once, even those of the same instant', async () => {
    const { appointments, centerId } = await buildCompleted(5)
    for (const [index, { appointmentId, patientId }] of appointments.entries()) {
      if (index === 3) platform.clock.advance(minuteMs)
      await as(patientId).create({ appointmentId, rating: 5, comment: `${index}` })
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await as().list({ centerId, limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.items.map((item) => item.comment))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(['3', '4', '0', '1', '2'])
  })

  test('refuses an invalid cursor', async () => {
    const { centerId } = await buildCenter(platform)
    for (const cursor of ['x', Buffer.from(`5.${'-'.repeat(36)}`).toString('base64url')]) {
      await expect(as().list({ centerId, cursor })).rejects.toMatchObject({ code: 'request.invalid' })
    }
  })

  test('is not found for a centre that is not public', async () => {
    const { centerId } = await buildCenter(platform)
    await setPublic(platform, { centerId, userId: centerId, isPublic: false })
    for (const invisibleId of [centerId, newId()]) {
      await expect(as().list({ centerId: invisibleId })).rejects.toMatchObject({
        code: 'centers.not_found',
        status: 404,
      })
    }
  })
})

test.each([
  ['Lucía Pérez', 'Lucía P.'],
  ['  lucía   pérez ', 'lucía P.'],
  ['Ana', 'Ana'],
  ['', 'Paciente'],
  ['Zoe 😀', 'Zoe 😀.'],
])('the reviews of «%s» are signed «%s»', (fullName, expected) => {
  expect(signature(fullName)).toBe(expected)
})
