import { api, requireActor } from '#server/api/procedures.ts'
import { pageOf } from '#server/platform/cursor.ts'
import { fail } from '../moderation.errors.ts'
import * as repository from '../moderation.repository.ts'
import { readStaffFigures } from '../usecases/read-staff-figures.ts'
import { undoAction } from '../usecases/undo-action.ts'
import { presentMeasure } from './present-measure.ts'

const pageSize = 50

export const moderationRoutes = {
  list: api.moderation.list.handler(async ({ input: { limit = pageSize, cursor }, context }) => {
    const before = cursor === undefined ? undefined : Number(cursor)
    const actor = requireActor(context)
    return pageOf(await repository.listActions(context.platform.db, { before, limit: limit + 1 }), {
      limit,
      cursorOf: ({ sequence }) => String(sequence),
      present: (row) => presentMeasure(row, { actor }),
    })
  }),

  figures: api.moderation.figures.handler(async ({ context }) => {
    const { at, ...figures } = await readStaffFigures(context.platform)
    return { ...figures, at: at.toISOString() }
  }),

  undo: api.moderation.undo.handler(async ({ input, context }) => {
    const actor = requireActor(context)
    const { measureId: actionId, reason } = input
    return presentMeasure(await undoAction(context.platform, { actor, actionId, reason }), { actor })
  }),

  get: api.moderation.get.handler(async ({ input, context }) => {
    const action = await repository.findAction(context.platform.db, { actionId: input.measureId })
    if (!action) throw fail('moderation.not_found')
    return presentMeasure(action, { actor: requireActor(context) })
  }),
}
