import { zone } from '#contract/calendar.ts'
import type { TargetType } from '#contract/moderation.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { pageOf } from '#server/platform/cursor.ts'
import { startOfDay, wholeDay } from '#server/platform/local-time.ts'
import { fail } from '../moderation.errors.ts'
import * as repository from '../repository/actions.ts'
import { exportRecord } from '../usecases/export-record.ts'
import { readStaffFigures } from '../usecases/read-staff-figures.ts'
import { presentAction } from './present-action.ts'

const pageSize = 50

export const moderationRoutes = {
  list: api.moderation.list.handler(async ({ input: { limit = pageSize, cursor, ...filter }, context }) => {
    const before = cursor === undefined ? undefined : Number(cursor)
    const actor = requireActor(context)
    const { db, clock } = context.platform
    const page = { ...filterOf(filter), before, limit: limit + 1, now: clock.now() }
    return pageOf(await repository.listActions(db, page), {
      limit,
      cursorOf: ({ sequence }) => String(sequence),
      present: (row) => presentAction(row, { actor }),
    })
  }),

  csv: api.moderation.csv.handler(({ input, context }) => {
    const { userId } = requireActor(context)
    return exportRecord(context.platform, { ...filterOf(input), userId })
  }),

  figures: api.moderation.figures.handler(({ context }) => readStaffFigures(context.platform)),

  get: api.moderation.get.handler(async ({ input, context }) => {
    const { db, clock } = context.platform
    const action = await repository.findAction(db, { actionId: input.actionId, now: clock.now() })
    if (!action) throw fail('moderation.not_found')
    return presentAction(action, { actor: requireActor(context) })
  }),
}

type FilterInput = { text?: string; targetType?: TargetType; from?: string; to?: string }

function filterOf({ text, targetType, from, to }: FilterInput): repository.RecordFilter {
  return {
    text: text || undefined,
    targetType,
    startsAt: from === undefined ? undefined : startOfDay({ day: from, zone }),
    endsAt: to === undefined ? undefined : wholeDay({ day: to, zone }).endsAt,
  }
}
