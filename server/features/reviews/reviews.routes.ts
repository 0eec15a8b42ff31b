import { requireVisibleCenter } from '#server/features/centers/centers.usecases.ts'
import { api, requireActor } from '#server/http/procedures.ts'
import { readCursor, writeCursor } from '#server/platform/cursor.ts'
import * as repository from './reviews.repository.ts'
import { signature } from './reviews.rules.ts'
import { createReview } from './reviews.usecases.ts'

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
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      items: rows.slice(0, limit).map(present),
      nextCursor: last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
    }
  }),

  create: api.reviews.create.handler(async ({ input, context }) =>
    present(await createReview(context.platform, { actor: requireActor(context), ...input })),
  ),
}

type ReviewRow = Awaited<ReturnType<typeof repository.requireReview>>

function present({ authorName, createdAt, ...review }: ReviewRow) {
  return { ...review, author: signature(authorName), createdAt: createdAt.toISOString() }
}
