import { centerPage } from '#server/features/centers/rules/center-page.ts'
import { type ActionTarget, defineAction, type Run } from '#server/features/moderation/usecases/staff-actions.ts'
import type { NewNotification } from '#server/features/notifications/usecases/notify-users.ts'
import { fail } from '../commissions.errors.ts'
import { isGift } from '../commissions.policy.ts'
import { reduceCommission } from '../repository/commissions.ts'
import * as repository from '../repository/staff-commissions.ts'
import { requireGiftLimit } from './require-gift-limit.ts'
import { requireOtherCenter } from './require-other-center.ts'

type Commission = NonNullable<Awaited<ReturnType<typeof repository.lockCommission>>>

const commission: ActionTarget<Commission> = {
  type: 'commission',
  async lock(tx, { targetId }) {
    const row = await repository.lockCommission(tx, { commissionId: targetId })
    if (!row) throw fail('commissions.not_found')
    return row
  },
}

function bellOfOwner({ row, targetId, reason }: Run<Commission>, text: string): NewNotification {
  const content = {
    title: 'Cambió una comisión de tu centro',
    message: `${text} Motivo: ${reason}`,
    href: centerPage(row.centerId, 'dinero'),
  }
  const to = { userId: row.centerId }
  return { event: 'commissions.cancelled', to, about: null, thread: `commission ${targetId}`, ...content }
}

export const commissionActions = {
  /** @throws commissions.not_found, centerRecords.own_center, commissions.not_pending, commissions.withheld, commissions.credit_above, commissions.admin_only */
  cancel: defineAction({
    target: commission,
    type: 'cancel',
    async check(tx, { row, actor, now }) {
      await requireOtherCenter(tx, { actorId: actor.userId, centerId: row.centerId })
      if (row.status !== 'pending') throw fail('commissions.not_pending')
      if (row.withheldCents > 0) throw fail('commissions.withheld')
      if (!isGift(row)) throw fail('commissions.credit_above')
      await requireGiftLimit(tx, { actor, cents: row.commissionCents - row.creditCents, now })
    },
    async apply(tx, { row, targetId }) {
      await repository.setUnpaidStatus(tx, { commissionId: targetId, status: 'cancelled' })
      return { details: { before: { status: row.status } } }
    },
    // The centre reads its commissions; nothing of it has to be done.
    mail: 'none',
    bell: (_tx, run) => [bellOfOwner(run, 'Dejamos sin efecto una comisión de tu centro: ya no la debes.')],
    undo: {
      /** Makes the commission pending again. @throws moderation.not_undoable when it is not cancelled or no longer due */
      async apply(tx, { row, targetId }) {
        // No commission is due on a reopened appointment.
        if (row.status !== 'cancelled' || !row.isDue) throw fail('moderation.not_undoable')
        await repository.setUnpaidStatus(tx, { commissionId: targetId, status: 'pending' })
        await reduceCommission(tx, { appointmentId: row.appointmentId })
        return { before: { status: row.status } }
      },
      mail: 'none',
      bell: (_tx, run) => [bellOfOwner(run, 'Una comisión que habíamos dejado sin efecto vuelve a estar pendiente.')],
    },
  }),
}
