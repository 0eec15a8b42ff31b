import type { ReportKind } from '#contract/report-kinds.ts'
import type { RequestContext } from '#server/api/context.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { countQueue, keyOf, listQueue, reportedKinds } from '../usecases/report-kinds.ts'
import { presentOutcomes } from './present-measure.ts'
import { presentQueued } from './present-queue.ts'

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
      present: (row) => presentQueued(row, { actor }),
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
