import type { ReportKind } from '#contract/report-kinds.ts'
import type { QueueItem } from '#contract/reports.ts'
import type { RequestContext } from '#server/api/context.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { queueAbilities } from '#server/features/reviews/reviews.policy.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import type { Staff } from '../moderation.policy.ts'
import { countQueue, keyOf, listQueue, type Queued, reportedKinds } from '../usecases/report-kinds.ts'
import { presentOutcomes } from './present-measure.ts'

const pageSize = 60

export const reportsRoutes = {
  list: api.reports.list.handler(async ({ input, context }) => {
    const { view, text, limit = pageSize, cursor } = input
    const actor = requireActor(context)
    const after = readCursor(cursor)
    const filters = { view, text: text || undefined }
    const [rows, count] = await Promise.all([
      listQueue(context.platform, { ...filters, staffId: actor.userId, limit: limit + 1, after }),
      countQueue(context.platform, filters),
    ])
    const page = pageOf(rows, {
      limit,
      cursorOf: (row) => writeCursor({ at: keyOf(row, { view }), id: row.id }),
      present: (row) => present(row, { actor }),
    })
    return { ...page, count }
  }),

  approve: api.reports.approve.handler(({ input, context }) => measure(context, { ...input, measure: 'approve' })),
  delete: api.reports.delete.handler(({ input, context }) => measure(context, { ...input, measure: 'delete' })),
  warn: api.reports.warn.handler(({ input, context }) => measure(context, { ...input, measure: 'warn' })),
}

type Input = {
  kind: ReportKind
  targets: { id: string; lastMeasureId: string | null }[]
  reason: string
  measure: 'approve' | 'delete' | 'warn'
}

async function measure(context: RequestContext, { kind, ...input }: Input) {
  const actor = requireActor(context)
  return presentOutcomes(await reportedKinds[kind].measure(context.platform, { ...input, actor }))
}

function present(row: Queued, { actor }: { actor: Staff }): QueueItem {
  const { reply, repliedAt, answer, answeredAt } = row
  return {
    kind: row.kind,
    id: row.id,
    author: {
      id: row.authorId,
      name: row.authorEmail === null ? '' : row.authorName,
      reviews: row.authorReviews,
      removed: row.authorRemoved,
      warnings: row.authorWarnings,
    },
    center: { id: row.centerId, name: row.centerName },
    professionalName: row.professionalName,
    serviceName: row.serviceName,
    rating: row.rating,
    comment: row.comment,
    createdAt: row.createdAt.toISOString(),
    reply: reply !== null && repliedAt ? { text: reply, repliedAt: repliedAt.toISOString() } : null,
    reports: row.reports,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    removedAt: row.removedAt?.toISOString() ?? null,
    answer: answer !== null && answeredAt ? { text: answer, at: answeredAt.toISOString() } : null,
    lastMeasureId: row.lastMeasureId,
    can: queueAbilities({ actor, review: row }),
  }
}
