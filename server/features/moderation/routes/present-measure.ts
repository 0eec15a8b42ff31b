import type { Measure, MeasureOutcomes, MeasureSummary } from '#contract/moderation.ts'
import { mayUndo, type Staff } from '../moderation.policy.ts'
import type { ActionRow } from '../repository/actions.ts'
import type { Outcome } from '../usecases/record-action.ts'

export function presentMeasureSummary(row: ActionRow): MeasureSummary {
  const { id, createdAt, moderatorName, actionType, reason } = row
  return { id, at: createdAt.toISOString(), moderatorName, actionType, reason }
}

/** A measure, with what this member of staff may do. */
export function presentMeasure(row: ActionRow, { actor }: { actor: Staff }): Measure {
  const { targetType, targetId, targetName, details } = row
  return {
    ...presentMeasureSummary(row),
    targetType,
    targetId,
    targetName,
    details: factsOf(details),
    undoneBy:
      row.undoId !== null && row.undoAt !== null
        ? {
            id: row.undoId,
            at: row.undoAt.toISOString(),
            moderatorName: row.undoerName,
            actionType: row.undoType ?? '',
            reason: row.undoReason ?? '',
          }
        : null,
    can: { undo: mayUndo({ actor, action: row }) },
  }
}

/** Leaves out the previous state, which only the undo needs. */
function factsOf(details: ActionRow['details']): Measure['details'] {
  const parts = Object.entries(details).flatMap(([name, value]) => {
    const isFact = value === null || ['string', 'number', 'boolean'].includes(typeof value)
    return isFact ? [[name, value as string | number | boolean | null] as const] : []
  })
  return Object.fromEntries(parts)
}

export function presentOutcomes(outcomes: readonly Outcome[]): MeasureOutcomes {
  return {
    items: outcomes.map(({ id, refusal }) => ({
      id,
      isDone: refusal === undefined,
      refusal: refusal
        ? {
            code: refusal.code,
            message: refusal.message,
            missing: [...refusal.missing],
            last: refusal.last ? presentMeasureSummary(refusal.last) : null,
          }
        : null,
    })),
  }
}
