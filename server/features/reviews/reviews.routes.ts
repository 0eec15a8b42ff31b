import type { RequestContext } from '#server/api/context.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { agendaScope, type Member } from '#server/features/centers/centers.policy.ts'
import { reachesPatients } from '#server/features/centers/repository/closed.ts'
import { requireVisibleCenter } from '#server/features/centers/usecases/lock-center.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { listActionsOfAuthor } from './repository/review-queue.ts'
import * as repository from './repository/reviews.ts'
import { reviewAbilities } from './reviews.policy.ts'
import { signature } from './reviews.rules.ts'
import { answerAction } from './usecases/act-on-reviews.ts'
import { createReview, replyToReview, reportAsReader, reportReview, updateReview } from './usecases/reviews.ts'

const pageSize = 10

export const reviewsRoutes = {
  list: api.reviews.list.handler(async ({ input, context: { platform } }) => {
    const { centerId, limit = pageSize, cursor } = input
    await requireVisibleCenter(platform, { centerId })
    const rows = await repository.listReviewsOfCenter(platform.db, {
      centerId,
      limit: limit + 1,
      after: readCursor(cursor),
    })
    return pageOf(rows, { limit, cursorOf, present })
  }),

  create: api.reviews.create.handler(async ({ input, context }) =>
    present(await createReview(context.platform, withUserId(context, input))),
  ),

  update: api.reviews.update.handler(async ({ input, context }) =>
    present(await updateReview(context.platform, withUserId(context, input))),
  ),

  ofCenter: api.reviews.ofCenter.handler(async ({ input, context }) => {
    const { centerId, only, limit = pageSize, cursor } = input
    const { db, clock } = context.platform
    const member = await requireMember(db, withUserId(context, { centerId }))
    const scope = { centerId, ...agendaScope(member), hasNoReply: only === 'unanswered' }
    const isOpen = await reachesPatients(db, { centerId, now: clock.now() })
    const page = { ...scope, limit: limit + 1, after: readCursor(cursor) }
    return pageOf(await repository.listOwnReviews(db, page), {
      limit,
      cursorOf,
      present: (row) => presentOwn({ review: row, member, isOpen }),
    })
  }),

  reply: api.reviews.reply.handler(async ({ input, context }) =>
    presentOwn(await replyToReview(context.platform, withUserId(context, input))),
  ),

  report: api.reviews.report.handler(async ({ input, context }) =>
    presentOwn(await reportReview(context.platform, withUserId(context, input))),
  ),

  reportAsReader: api.reviews.reportAsReader.handler(async ({ input, context }) => {
    await reportAsReader(context.platform, withUserId(context, input))
    return { isReported: true } as const
  }),

  actions: api.reviews.actions.handler(({ context }) => ownActions(context)),

  answerAction: api.reviews.answerAction.handler(async ({ input, context }) => {
    await answerAction(context.platform, withUserId(context, input))
    return ownActions(context)
  }),
}

async function ownActions(context: RequestContext) {
  const rows = await listActionsOfAuthor(context.platform.db, withUserId(context, {}))
  return {
    items: rows.map((action) => ({ ...action, can: { answer: !action.isUndone && action.answer === null } })),
  }
}

type ReviewRow = Awaited<ReturnType<typeof repository.requireReview>>

function present({ reply, repliedAt, ...row }: ReviewRow) {
  return {
    ...row,
    author: signature(row.authorName),
    reply: reply === null || repliedAt === null ? null : { text: reply, repliedAt },
  }
}

type Own = { review: ReviewRow & { reported: boolean }; member: Member; isOpen: boolean }

function presentOwn({ review, ...caller }: Own) {
  return { ...present(review), reported: review.reported, can: reviewAbilities({ ...caller, review }) }
}

const cursorOf = ({ createdAt, id }: ReviewRow) => writeCursor({ at: createdAt, id })
