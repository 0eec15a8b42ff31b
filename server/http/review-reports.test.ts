import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reviewsRoutes } from '#server/features/reviews/reviews.routes.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { deleteAccount } from '#server/processes/delete-account.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { buildStaff, staffRoutes } from '#server/testing/staff.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})

const reason = 'Insulta al profesional.'
const refusal = (code: string) => expect.objectContaining({ code })

async function buildReview({ rating = 1, comment = 'Un desastre.' }: { rating?: number; comment?: string } = {}) {
  const service = await buildService(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Ana Olivera' })
  const startsAt = new Date(platform.clock.now().getTime() - 2 * dayMs)
  const { appointmentId } = await buildAppointment(platform, { ...service, patientId, status: 'completed', startsAt })
  const author = clientOf(platform, reviewsRoutes, patientId)
  const { id: reviewId } = await author.create({ appointmentId, rating, comment })
  return { ...service, patientId, appointmentId, reviewId, author }
}
type Reviewed = Awaited<ReturnType<typeof buildReview>>

const byCenter = ({ centerId }: Reviewed) => clientOf(platform, reviewsRoutes, centerId)
const actionOn = (reviewId: string, lastActionId: string | null = null) => ({
  kind: 'review' as const,
  targets: [{ id: reviewId, lastActionId }],
  reason,
})
const ratingOf = ({ centerId }: Reviewed) =>
  platform.db
    .selectFrom('center_profiles')
    .select(['rating', 'total_reviews as total'])
    .where('id', '=', centerId)
    .executeTakeFirstOrThrow()

let moderator: Awaited<ReturnType<typeof buildStaff>>
let review: Reviewed
beforeEach(async () => {
  moderator = await buildStaff(platform, 'moderator')
  review = await buildReview()
})

async function itemOf(reviewId: string, view: 'reported' | 'reviews' | 'removed') {
  const { items } = await moderator.client.reports.list({ view, limit: 100 })
  return items.find(({ id }) => id === reviewId)
}

describe('the queue', () => {
  test('shows a report by its centre and one by a reader, with author, centre and age', async () => {
    const { centerId, reviewId } = review
    await byCenter(review).report({ centerId, reviewId, reason: 'No vino' })
    const reader = await buildPatient(platform, { fullName: 'Bruno Lima' })
    await clientOf(platform, reviewsRoutes, reader.patientId).reportAsReader({ reviewId, reason: 'Insulta' })
    expect(await itemOf(reviewId, 'reported')).toMatchObject({
      kind: 'review',
      rating: 1,
      comment: 'Un desastre.',
      author: { name: 'Ana Olivera', reviews: 1, removed: 0, warnings: 0 },
      center: { id: centerId },
      waitingSince: platform.clock.now().toISOString(),
      reports: expect.arrayContaining([
        expect.objectContaining({ reason: 'Insulta', reporterName: 'Bruno Lima', isByCenter: false, isOpen: true }),
        expect.objectContaining({ reason: 'No vino', isByCenter: true }),
      ]),
      can: { approve: true, delete: true, warn: true },
    })
  })

  test('lists page by page without repeating a row, the oldest report first, and finds by name and text', async () => {
    const reader = clientOf(platform, reviewsRoutes, (await buildPatient(platform)).patientId)
    const ids: string[] = []
    for (const comment of ['Primera queja única', 'Segunda', 'Tercera']) {
      const { reviewId } = await buildReview({ comment })
      platform.clock.advance(1000)
      await reader.reportAsReader({ reviewId, reason: 'Mal' })
      ids.push(reviewId)
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await moderator.client.reports.list({ view: 'reported', limit: 2, cursor })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids)
    const { items } = await moderator.client.reports.list({ view: 'reviews', text: 'queja UNICA' })
    expect(items.map(({ id }) => id)).toEqual([ids[0]])
  })

  test('lists all reviews, reported or not, the newest first', async () => {
    platform.clock.advance(1000)
    const second = await buildReview()
    platform.clock.advance(1000)
    const third = await buildReview()
    const { items } = await moderator.client.reports.list({ view: 'reviews', limit: 3 })
    expect(items.map(({ id }) => id)).toEqual([third.reviewId, second.reviewId, review.reviewId])
  })

  test('does not contain an author’s own report, and a second report of a reader replaces the first', async () => {
    const { reviewId, author } = review
    await expect(author.reportAsReader({ reviewId, reason: 'Es mía' })).rejects.toEqual(refusal('reviews.own_review'))
    const reader = clientOf(platform, reviewsRoutes, (await buildPatient(platform)).patientId)
    await reader.reportAsReader({ reviewId, reason: 'Uno' })
    await reader.reportAsReader({ reviewId, reason: 'Dos' })
    expect((await itemOf(reviewId, 'reported'))?.reports).toMatchObject([{ reason: 'Dos' }])
    await expect(reader.reportAsReader({ reviewId: newId(), reason: 'Nada' })).rejects.toEqual(
      refusal('reviews.not_found'),
    )
  })

  test('refuses further reports of a reader who has reached the limit of a day', async () => {
    const reader = clientOf(platform, reviewsRoutes, (await buildPatient(platform)).patientId)
    for (let n = 0; n < 20; n++) await reader.reportAsReader({ reviewId: review.reviewId, reason: `${n}` })
    await expect(reader.reportAsReader({ reviewId: review.reviewId, reason: 'más' })).rejects.toEqual(
      refusal('request.too_many'),
    )
  })
})

describe('actions on a review', () => {
  test('deleting hides it, updates the averages, tells the author, and an undo restores it with its reply', async () => {
    const { centerId, reviewId, appointmentId, author } = review
    await byCenter(review).reply({ centerId, reviewId, text: 'Lo sentimos.' })
    await byCenter(review).report({ centerId, reviewId, reason: 'Falsa' })
    expect(await ratingOf(review)).toEqual({ rating: 1, total: 1 })
    const published = (await author.list({ centerId })).items[0]

    await expect(moderator.client.reports.delete(actionOn(reviewId))).resolves.toMatchObject({
      items: [{ isDone: true }],
    })
    expect(await ratingOf(review)).toEqual({ rating: 0, total: 0 })
    expect((await author.list({ centerId })).items).toEqual([])
    expect(await itemOf(reviewId, 'reported')).toBeUndefined()
    expect(await itemOf(reviewId, 'removed')).toMatchObject({ can: { delete: false }, author: { removed: 1 } })
    await expect(author.create({ appointmentId, rating: 1, comment: 'Otra vez' })).rejects.toEqual(
      refusal('reviews.not_allowed'),
    )
    const mails = await listMails(platform, { limit: 50 })
    expect(mails.find(({ kind }) => kind === 'reviews.measure')?.subject).toBe('Retiramos una opinión tuya')

    const [action] = (await moderator.client.moderation.list({ limit: 1 })).items
    expect(action).toMatchObject({ actionType: 'delete', targetType: 'review', can: { undo: true } })
    await moderator.client.moderation.undo({ actionId: action?.id ?? '', reason: 'Fue un error' })
    expect((await author.list({ centerId })).items).toEqual([published])
    expect(await ratingOf(review)).toEqual({ rating: 1, total: 1 })
    expect((await itemOf(reviewId, 'reported'))?.reports).toMatchObject([{ reason: 'Falsa', isOpen: true }])
  })

  test('deleting an author’s newest review counts the one before it, until an undo', async () => {
    const { author, reviewId: _, ...visit } = review
    platform.clock.advance(dayMs)
    const startsAt = new Date(platform.clock.now().getTime() - dayMs)
    const { appointmentId } = await buildAppointment(platform, { ...visit, status: 'completed', startsAt })
    const newest = await author.create({ appointmentId, rating: 5, comment: '' })
    expect(await ratingOf(review)).toEqual({ rating: 5, total: 1 })
    await moderator.client.reports.delete(actionOn(newest.id))
    expect(await ratingOf(review)).toEqual({ rating: 1, total: 1 })
    const [action] = (await moderator.client.moderation.list({ limit: 1 })).items
    await moderator.client.moderation.undo({ actionId: action?.id ?? '', reason: 'Fue un error' })
    expect(await ratingOf(review)).toEqual({ rating: 5, total: 1 })
  })

  test('approving closes its reports and leaves it as it is; a new report waits again', async () => {
    const { centerId, reviewId } = review
    const report = { centerId, reviewId, reason: 'No me gusta' }
    await byCenter(review).report(report)
    await moderator.client.reports.approve(actionOn(reviewId))
    expect(await itemOf(reviewId, 'reported')).toBeUndefined()
    expect(await ratingOf(review)).toEqual({ rating: 1, total: 1 })
    await byCenter(review).report({ ...report, reason: 'De verdad' })
    expect((await itemOf(reviewId, 'reported'))?.reports).toMatchObject([{ reason: 'De verdad', isOpen: true }])
  })

  test('when two moderators decide simultaneously, one succeeds and the other reads what happened', async () => {
    const { reviewId } = review
    const other = await buildStaff(platform, 'moderator')
    const outcomes = await Promise.all([
      moderator.client.reports.delete(actionOn(reviewId)),
      other.client.reports.warn(actionOn(reviewId)),
    ])
    const items = outcomes.flatMap((outcome) => outcome.items)
    expect(items.filter(({ isDone }) => isDone)).toHaveLength(1)
    expect(items.find(({ isDone }) => !isDone)?.refusal).toMatchObject({
      code: 'moderation.changed',
      last: { reason },
    })
  })

  test.each(['own', 'of their centre', 'of another member of staff'])(
    'a moderator may not decide about a review %s',
    async (whose) => {
      const { reviewId, centerId, patientId } = review
      if (whose === 'own') moderator = await buildStaff(platform, 'moderator', patientId)
      if (whose === 'of their centre') moderator = await buildStaff(platform, 'moderator', centerId)
      if (whose === 'of another member of staff') await buildStaff(platform, 'admin', patientId)
      const code = whose === 'of another member of staff' ? 'reports.of_staff' : 'reports.own'
      for (const action of ['approve', 'delete', 'warn'] as const) {
        expect((await moderator.client.reports[action](actionOn(reviewId))).items[0]?.refusal).toMatchObject({ code })
      }
      expect((await itemOf(reviewId, 'reviews'))?.can).toEqual({ approve: false, delete: false, warn: false })
      expect(await ratingOf(review)).toEqual({ rating: 1, total: 1 })
    },
  )

  test('refuse unknown reviews row by row, an empty or overlong reason, and too many rows', async () => {
    const { reports } = moderator.client
    const unknown = await reports.delete({ ...actionOn(newId()), targets: [...actionOn(newId()).targets] })
    expect(unknown.items[0]?.refusal).toMatchObject({ code: 'reports.not_found' })
    const invalid = refusal('BAD_REQUEST')
    await expect(reports.delete({ ...actionOn(review.reviewId), reason: '   ' })).rejects.toEqual(invalid)
    await expect(reports.delete({ ...actionOn(review.reviewId), reason: 'a'.repeat(10_000) })).rejects.toEqual(invalid)
    const many = Array.from({ length: 10_000 }, () => ({ id: newId(), lastActionId: null }))
    await expect(reports.delete({ ...actionOn(review.reviewId), targets: many })).rejects.toEqual(invalid)
  })

  test('are closed to patients and centres', async () => {
    const { reviewId, patientId, centerId } = review
    for (const userId of [patientId, centerId]) {
      const client = clientOf(platform, staffRoutes, userId)
      await expect(client.reports.list({ view: 'reviews' })).rejects.toEqual(refusal('session.forbidden'))
      await expect(client.reports.delete(actionOn(reviewId))).rejects.toEqual(refusal('session.forbidden'))
    }
  })
})

test('an author who has deleted the account is not warned, and staff read why', async () => {
  const { reviewId, patientId } = review
  const { id: sessionId } = await openSession(platform, patientId)
  await deleteAccount(platform, { actor: { userId: patientId, sessionId }, currentPassword: null })
  expect((await itemOf(reviewId, 'reviews'))?.can).toEqual({ approve: true, delete: true, warn: false })
  const { items } = await moderator.client.reports.warn(actionOn(reviewId))
  expect(items).toMatchObject([{ isDone: false, refusal: { code: 'moderation.author_gone' } }])
})

describe('the author’s answer', () => {
  test('is given once, reaches the queue, and is refused to a stranger and after an undo', async () => {
    const { reviewId, author } = review
    await moderator.client.reports.warn(actionOn(reviewId))
    const [action] = (await author.actions()).items
    expect(action).toMatchObject({ type: 'warn', reason, answer: null, can: { answer: true } })
    const actionId = action?.actionId ?? ''
    const stranger = clientOf(platform, reviewsRoutes, (await buildPatient(platform)).patientId)
    expect(await stranger.actions()).toEqual({ items: [] })
    await expect(stranger.answerAction({ actionId, text: 'Yo' })).rejects.toEqual(refusal('reviews.not_found'))

    expect(await author.answerAction({ actionId, text: 'Conté lo que pasó.' })).toMatchObject({
      items: [{ answer: 'Conté lo que pasó.', can: { answer: false } }],
    })
    await expect(author.answerAction({ actionId, text: 'Y además' })).rejects.toEqual(
      refusal('reviews.already_answered'),
    )
    expect(await itemOf(reviewId, 'reviews')).toMatchObject({ answer: { text: 'Conté lo que pasó.' } })
    expect(await itemOf(reviewId, 'reviews')).toMatchObject({ author: { warnings: 1 } })

    await moderator.client.moderation.undo({ actionId, reason: 'Tenía razón' })
    expect(await author.actions()).toEqual({ items: [] })
    expect(await itemOf(reviewId, 'reviews')).toMatchObject({ author: { warnings: 0 } })
  })

  test('to a removal is marked beside it, where staff show the review again', async () => {
    const { reviewId, author } = review
    await moderator.client.reports.delete(actionOn(reviewId))
    const actionId = (await author.actions()).items[0]?.actionId ?? ''
    await author.answerAction({ actionId, text: 'Conté lo que pasó.' })
    expect(await itemOf(reviewId, 'removed')).toMatchObject({
      answer: { text: 'Conté lo que pasó.' },
      undoableRemoval: actionId,
      can: { approve: false, delete: false, warn: false },
    })
    await moderator.client.moderation.undo({ actionId, reason: 'Tenía razón' })
    expect(await itemOf(reviewId, 'removed')).toBeUndefined()
    expect(await itemOf(reviewId, 'reviews')).toMatchObject({ undoableRemoval: null })
  })
})
