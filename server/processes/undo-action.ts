import type { TargetType } from '#contract/moderation.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { correction } from '#server/features/accounts/usecases/correct-points.ts'
import { objections } from '#server/features/appointments/usecases/act-on-objections.ts'
import { centerActions } from '#server/features/centers/usecases/act-on-centers.ts'
import { documentActions } from '#server/features/centers/usecases/review-documents.ts'
import { commissionActions } from '#server/features/commissions/usecases/cancel-commissions.ts'
import { rateActions } from '#server/features/commissions/usecases/set-rate.ts'
import { settlementActions } from '#server/features/commissions/usecases/settle-commissions.ts'
import { messageActions } from '#server/features/conversations/usecases/act-on-messages.ts'
import { rewardActions } from '#server/features/loyalty/usecases/manage-rewards.ts'
import type { Staff } from '#server/features/moderation/moderation.policy.ts'
import type { ActionRow } from '#server/features/moderation/repository/actions.ts'
import { presentAction } from '#server/features/moderation/routes/present-action.ts'
import { type Undoable, undoRecorded } from '#server/features/moderation/usecases/staff-actions.ts'
import { operatorActions } from '#server/features/operator/usecases/operator-words.ts'
import { promotionActions } from '#server/features/promotions/usecases/manage-promotions.ts'
import { reviewActions } from '#server/features/reviews/usecases/act-on-reviews.ts'
import type { Platform } from '#server/platform/platform.ts'
import { userActions } from './act-on-users.ts'

export const undoActionRoutes = {
  moderation: {
    undo: api.moderation.undo.handler(async ({ input, context }) => {
      const actor = requireActor(context)
      return presentAction(await undoAction(context.platform, { ...input, actor }), { actor })
    }),
  },
}

/** The actions on each kind of target. What is missing here cannot be undone, such as the lapse of a document. */
const actionsOn: Record<TargetType, Readonly<Record<string, Undoable>>> = {
  user: { ...userActions, correction },
  center: centerActions,
  document: documentActions,
  commission: { ...commissionActions, ...settlementActions, ...rateActions },
  review: reviewActions,
  message: messageActions,
  reward: rewardActions,
  promotion: promotionActions,
  no_show: objections('no_show').actions,
  cancellation: objections('cancellation').actions,
  early_visit: objections('early_visit').actions,
  invented_visit: objections('invented_visit').actions,
  refund: objections('refund').actions,
  undone_payment: objections('undone_payment').actions,
  operator: operatorActions,
}

export const actions = Object.values(actionsOn).flatMap((ofTarget) => Object.values(ofTarget))

/** See undoRecorded(). */
export async function undoAction(
  platform: Platform,
  input: { actor: Staff; actionId: string; reason: string },
): Promise<ActionRow> {
  return undoRecorded(platform, { ...input, actions })
}
