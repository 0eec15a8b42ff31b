import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import {
  buildAppointment,
  buildCenter,
  buildMember,
  buildPatient,
  buildProfessional,
  buildService,
} from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { reviewsRoutes } from './reviews.routes.ts'

const platform = await testPlatform()

const as = (userId?: string) => clientOf(platform, reviewsRoutes, userId)

/** A centre with a receptionist and two professionals, each with an account and one review. */
async function buildReviewedCenter() {
  const { centerId } = await buildCenter(platform)
  const people = []
  for (const name of ['Ana Suárez', 'Bruno Paz']) {
    const { professionalId } = await buildProfessional(platform, { centerId, name })
    const service = await buildService(platform, { centerId, professionalId })
    const { patientId } = await buildPatient(platform)
    const { appointmentId } = await buildAppointment(platform, { ...service, patientId, status: 'completed' })
    const { id } = await as(patientId).create({ appointmentId, rating: 4, comment: `Sobre ${name}` })
    const { userId } = await buildMember(platform, { centerId, role: 'professional', professionalId })
    people.push({ reviewId: id, userId, patientId })
    platform.clock.advance(minuteMs)
  }
  const [ana, bruno] = people as [(typeof people)[0], (typeof people)[0]]
  const reception = await buildMember(platform, { centerId, role: 'reception' })
  return { centerId, ana, bruno, reception: reception.userId, owner: centerId }
}

let center: Awaited<ReturnType<typeof buildReviewedCenter>>
beforeEach(async () => {
  center = await buildReviewedCenter()
})

test('a review can be reported only by its own centre: the database refuses another one', async () => {
  const { centerId } = await buildCenter(platform)
  const about = { id: newId(), kind: 'review', subject_id: center.ana.reviewId, center_id: centerId }
  const report = { ...about, reason: 'Falsa', created_at: new Date() }
  await expect(platform.db.insertInto('reports').values(report).execute()).rejects.toMatchObject({
    code: '23503',
  })
})

describe('the reviews of a centre', () => {
  test('are filtered to those without a reply on request', async () => {
    const { centerId, owner, ana, bruno } = center
    await as(owner).reply({ centerId, reviewId: bruno.reviewId, text: 'Gracias' })
    const { items } = await as(owner).ofCenter({ centerId, only: 'unanswered' })
    expect(items.map(({ id }) => id)).toEqual([ana.reviewId])
  })

  test('are all visible to the owner and the receptionist, newest first', async () => {
    for (const userId of [center.owner, center.reception]) {
      const { items } = await as(userId).ofCenter({ centerId: center.centerId })
      expect(items.map(({ comment, reported, reply }) => ({ comment, reported, reply }))).toEqual([
        { comment: 'Sobre Bruno Paz', reported: false, reply: null },
        { comment: 'Sobre Ana Suárez', reported: false, reply: null },
      ])
    }
  })

  test('offer a reply and a report to the owner and to the professional concerned, and neither to the receptionist', async () => {
    const { centerId, owner, reception, ana } = center
    const offered = async (userId: string) =>
      (await as(userId).ofCenter({ centerId })).items.find(({ id }) => id === ana.reviewId)?.can
    for (const userId of [owner, ana.userId]) expect(await offered(userId)).toEqual({ reply: true, report: true })
    expect(await offered(reception)).toEqual({ reply: false, report: false })
    const review = await as(ana.userId).reply({ centerId, reviewId: ana.reviewId, text: 'Gracias' })
    expect(review.can).toEqual({ reply: false, report: true })
    expect(await offered(owner)).toEqual({ reply: false, report: true })
  })

  test('are visible to a professional only if they are about that professional', async () => {
    const { items } = await as(center.ana.userId).ofCenter({ centerId: center.centerId })
    expect(items.map(({ comment }) => comment)).toEqual(['Sobre Ana Suárez'])
  })

  test('are listed page by page', async () => {
    const { centerId, owner } = center
    const first = await as(owner).ofCenter({ centerId, limit: 1 })
    const second = await as(owner).ofCenter({ centerId, limit: 1, cursor: first.nextCursor ?? '' })
    expect([first, second].map(({ items }) => items[0]?.comment)).toEqual(['Sobre Bruno Paz', 'Sobre Ana Suárez'])
    expect(second.nextCursor).toBeNull()
  })

  test('are not found by a patient, by another centre’s owner, or by a former member', async () => {
    const { centerId, reception, ana } = center
    await platform.db.deleteFrom('center_members').where('user_id', '=', reception).execute()
    const other = await buildCenter(platform)
    for (const userId of [ana.patientId, other.centerId, reception]) {
      await expect(as(userId).ofCenter({ centerId })).rejects.toMatchObject({ code: 'centers.not_found' })
    }
  })
})

describe('replying', () => {
  test('shows the reply to every visitor below the review', async () => {
    const { centerId, owner, ana } = center
    const reply = { text: 'Gracias por venir, Ñandú 🙂', repliedAt: platform.clock.now().toISOString() }
    const review = await as(owner).reply({ centerId, reviewId: ana.reviewId, text: `  ${reply.text} ` })
    expect(review).toMatchObject({ reply, reported: false })
    const { items } = await as().list({ centerId })
    expect(items.find(({ id }) => id === ana.reviewId)).toMatchObject({ reply })
    expect(items.find(({ id }) => id !== ana.reviewId)).toMatchObject({ reply: null })
  })

  test('is also possible for the professional whom the review is about, and refused for another one’s review', async () => {
    const { centerId, ana, bruno } = center
    await as(ana.userId).reply({ centerId, reviewId: ana.reviewId, text: 'Gracias' })
    await expect(as(ana.userId).reply({ centerId, reviewId: bruno.reviewId, text: 'Gracias' })).rejects.toMatchObject({
      code: 'reviews.not_found',
    })
  })

  test('is refused to the receptionist, and to users who do not work at the centre', async () => {
    const { centerId, reception, ana } = center
    const other = await buildCenter(platform)
    const reply = { centerId, reviewId: ana.reviewId, text: 'Gracias' }
    await expect(as(reception).reply(reply)).rejects.toMatchObject({ code: 'centers.owner_only', status: 403 })
    await expect(as(ana.patientId).reply(reply)).rejects.toMatchObject({ code: 'centers.not_found' })
    await expect(as(other.centerId).reply(reply)).rejects.toMatchObject({ code: 'centers.not_found' })
    await expect(as(other.centerId).reply({ ...reply, centerId: other.centerId })).rejects.toMatchObject({
      code: 'reviews.not_found',
    })
    await expect(as(center.owner).reply({ ...reply, reviewId: newId() })).rejects.toMatchObject({
      code: 'reviews.not_found',
    })
  })

  test('succeeds for exactly one of ten simultaneous requests', async () => {
    const { centerId, owner, ana } = center
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        as(index % 2 ? owner : ana.userId).reply({
          centerId,
          reviewId: ana.reviewId,
          text: `Respuesta ${index}`,
        }),
      ),
    )
    const fulfilled = attempts.filter((attempt) => attempt.status === 'fulfilled')
    expect(fulfilled).toHaveLength(1)
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') {
        expect(attempt.reason).toMatchObject({ code: 'reviews.already_replied', status: 409 })
      }
    }
    const row = await platform.db
      .selectFrom('reviews')
      .select('reply')
      .where('id', '=', ana.reviewId)
      .executeTakeFirstOrThrow()
    expect(row.reply).toBe(fulfilled[0]?.value.reply?.text)
  })

  test.each(['', '   ', '\u200b', 'x'.repeat(2001)])('is refused with an empty or too long text: %j', async (text) => {
    const { centerId, owner, ana } = center
    await expect(as(owner).reply({ centerId, reviewId: ana.reviewId, text })).rejects.toMatchObject({
      message: 'Input validation failed',
    })
  })
})

describe('reporting', () => {
  test('is visible only to the centre, and a second reason replaces the first', async () => {
    const { centerId, owner, ana } = center
    const report = { centerId, reviewId: ana.reviewId }
    expect(await as(ana.userId).report({ ...report, reason: 'No fue a la consulta' })).toMatchObject({
      reported: true,
    })
    expect(await as(owner).report({ ...report, reason: 'Insulta' })).toMatchObject({ reported: true })
    const rows = await platform.db
      .selectFrom('reports')
      .select(['reason', 'reported_by'])
      .where('subject_id', '=', ana.reviewId)
      .execute()
    expect(rows).toEqual([{ reason: 'Insulta', reported_by: owner }])
    const { items } = await as().list({ centerId })
    expect(items).toHaveLength(2)
    expect(items[0]).not.toHaveProperty('reported')
  })

  test('is refused to the receptionist, and to users who do not work at the centre', async () => {
    const { centerId, reception, ana } = center
    const other = await buildCenter(platform)
    const report = { centerId, reviewId: ana.reviewId, reason: 'Insulta' }
    await expect(as(reception).report(report)).rejects.toMatchObject({ code: 'centers.owner_only' })
    await expect(as(other.centerId).report(report)).rejects.toMatchObject({ code: 'centers.not_found' })
    await expect(as(other.centerId).report({ ...report, centerId: other.centerId })).rejects.toMatchObject({
      code: 'reviews.not_found',
    })
  })
})
