import type { TargetType } from '#contract/moderation.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { objections } from '#server/features/appointments/usecases/measure-objections.ts'
import { undoCenterMeasure } from '#server/features/centers/usecases/measure-center.ts'
import { undoReview } from '#server/features/centers/usecases/review-documents.ts'
import { undoCommissionMeasure } from '#server/features/commissions/usecases/cancel-commissions.ts'
import { undoMessageMeasure } from '#server/features/conversations/usecases/measure-messages.ts'
import { undoRewardMeasure } from '#server/features/loyalty/usecases/manage-rewards.ts'
import { fail } from '#server/features/moderation/moderation.errors.ts'
import { mayUndo, type Staff } from '#server/features/moderation/moderation.policy.ts'
import { type ActionRow, findAction } from '#server/features/moderation/repository/actions.ts'
import { presentMeasure } from '#server/features/moderation/routes/present-measure.ts'
import { recordAction } from '#server/features/moderation/usecases/record-action.ts'
import { undoPromotionMeasure } from '#server/features/promotions/usecases/manage-promotions.ts'
import { undoReviewMeasure } from '#server/features/reviews/usecases/measure-reviews.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { undoUserMeasure } from './act-on-users.ts'

export const undoActionRoutes = {
  moderation: {
    undo: api.moderation.undo.handler(async ({ input, context }) => {
      const actor = requireActor(context)
      const { measureId: actionId, reason } = input
      return presentMeasure(await undoAction(context.platform, { actor, actionId, reason }), { actor })
    }),
  },
}

/** Locks a target and restores its state before the measure. @returns the details of the new measure */
type Undo = (
  tx: Tx,
  platform: Platform,
  input: { actor: Staff; targetId: string; actionType: string; details: Record<string, unknown>; reason: string },
) => Promise<Record<string, unknown>>

const undos: Partial<Record<TargetType, Undo>> = {
  center: undoCenterMeasure,
  document: undoReview,
  user: undoUserMeasure,
  commission: undoCommissionMeasure,
  review: undoReviewMeasure,
  message: undoMessageMeasure,
  reward: undoRewardMeasure,
  promotion: undoPromotionMeasure,
  no_show: objections('no_show').undo,
  cancellation: objections('cancellation').undo,
  early_visit: objections('early_visit').undo,
}

/**
 * Undoes a measure, which adds a new measure on the same target.
 * @throws moderation.not_found, moderation.not_undoable, moderation.already_undone, moderation.superseded, and the errors of
 * the target's noun
 */
export async function undoAction(
  platform: Platform,
  { actor, actionId, reason }: { actor: Staff; actionId: string; reason: string },
): Promise<ActionRow> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const action = await requireAction(tx, { actionId, now })
    const undo = undos[action.targetType]
    if (!undo || action.undoes !== null) throw fail('moderation.not_undoable')
    const details = await undo(tx, platform, { ...action, actor, reason })
    // Now that the target is locked, measures that other members of staff added before are visible.
    const current = await requireAction(tx, { actionId, now })
    if (current.undoId !== null) throw fail('moderation.already_undone')
    if (!current.isLatest) throw fail('moderation.superseded')
    // isBlocked is from before the undo changed the target. The undo itself refuses a target that changed in between.
    const { isBlocked } = action
    if (!mayUndo({ actor, action: { ...current, isBlocked } })) throw fail('moderation.not_undoable')
    const { targetType, targetId } = action
    const undoing = { moderatorId: actor.userId, targetType, targetId, actionType: 'undo', reason, details, now }
    await recordAction(tx, { ...undoing, undoes: actionId })
    return requireAction(tx, { actionId, now })
  })
}

async function requireAction(tx: Tx, input: { actionId: string; now: Date }): Promise<ActionRow> {
  const action = await findAction(tx, input)
  if (!action) throw fail('moderation.not_found')
  return action
}
