import { z } from 'zod'
import { type actionOutcomes, type recordedAction, recordedChange } from '#contract/moderation.ts'
import { mayUndo, type Staff } from '../moderation.policy.ts'
import type { ActionRow } from '../repository/actions.ts'
import type { Outcome } from '../usecases/staff-actions.ts'

export function presentActionSummary(row: ActionRow) {
  const { id, createdAt, moderatorName, actionType, reason } = row
  return { id, at: createdAt, moderatorName, actionType, reason }
}

/** An action, with what this member of staff may do. */
export function presentAction(row: ActionRow, { actor }: { actor: Staff }): z.input<typeof recordedAction> {
  const { targetType, targetId, targetName, details } = row
  return {
    ...presentActionSummary(row),
    targetType,
    targetId,
    targetName,
    details: factsOf(details),
    changes: recordedChanges.parse(details.changes),
    undoneBy:
      row.undoId !== null && row.undoAt !== null
        ? {
            id: row.undoId,
            at: row.undoAt,
            moderatorName: row.undoerName,
            actionType: row.undoType ?? '',
            reason: row.undoReason ?? '',
          }
        : null,
    can: { undo: mayUndo({ actor, action: row }) },
  }
}

const recordedChanges = z.array(recordedChange).catch([])

/** Leaves out the previous state, which only the undo needs. */
function factsOf(details: ActionRow['details']): z.input<typeof recordedAction>['details'] {
  const parts = Object.entries(details).flatMap(([name, value]) => {
    const isFact = value === null || ['string', 'number', 'boolean'].includes(typeof value)
    return isFact ? [[name, value as string | number | boolean | null] as const] : []
  })
  return Object.fromEntries(parts)
}

export function presentOutcomes(outcomes: readonly Outcome[]): z.input<typeof actionOutcomes> {
  return {
    items: outcomes.map(({ id, refusal }) => ({
      id,
      isDone: refusal === undefined,
      refusal: refusal
        ? {
            code: refusal.code,
            message: refusal.message,
            missing: [...refusal.missing],
            last: refusal.last ? presentActionSummary(refusal.last) : null,
          }
        : null,
    })),
  }
}
