import { zone } from '#contract/calendar.ts'
import type { CommissionPeriod } from '#contract/commission-statuses.ts'
import { findUser } from '#server/features/auth/repository/users.ts'
import { centerPage } from '#server/features/centers/rules/center-page.ts'
import { lockCenter } from '#server/features/centers/usecases/lock-center.ts'
import { recordAction } from '#server/features/moderation/usecases/record-action.ts'
import {
  type ActionTarget,
  defineUndo,
  type Outcome,
  outcomesOf,
} from '#server/features/moderation/usecases/staff-actions.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { releaseDiscounts } from '#server/features/promotions/usecases/discounts.ts'
import { newId } from '#server/platform/ids.ts'
import { localDay } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../commissions.errors.ts'
import { settledMail, settledText, unsettledMail, unsettledText } from '../commissions.mail.ts'
import { reduceCommission } from '../repository/commissions.ts'
import * as repository from '../repository/settlements.ts'
import { readPending } from '../repository/staff-commissions.ts'
import { periodDays } from '../rules/periods.ts'
import { requireOtherCenter } from './require-other-center.ts'

type Target = { id: string; count: number; commissionCents: number }

type SettlementRequest = { actorId: string; period: CommissionPeriod; reference: string; targets: readonly Target[] }

type SettleOutcome = Outcome & { pending?: { count: number; commissionCents: number } }

/**
 * Marks the pending commissions of a period as paid, in a transaction per centre. The outcome of a refused centre has its
 * current pending sum.
 */
export async function settleCommissions(platform: Platform, input: SettlementRequest): Promise<SettleOutcome[]> {
  const now = platform.clock.now()
  const span = periodDays({ period: input.period, now, zone })
  const outcomes = await outcomesOf(platform, {
    targetType: 'center',
    targets: input.targets,
    apply: (tx, target) => settleCenter(tx, platform, { ...input, target, span, now }),
  })
  return Promise.all(
    outcomes.map(async (outcome) => {
      if (!outcome.refusal) return outcome
      return { ...outcome, pending: await readPending(platform.db, { centerId: outcome.id, ...span }) }
    }),
  )
}

type CenterSettlement = Pick<SettlementRequest, 'actorId' | 'reference'> & {
  target: Target
  span: ReturnType<typeof periodDays>
  now: Date
}

/**
 * Settles one centre. A repeated request finds its own settlement and changes nothing.
 * @throws centers.not_found, centerRecords.own_center, commissions.reference_used, commissions.changed
 */
async function settleCenter(
  tx: Tx,
  platform: Platform,
  { actorId, reference, target, span, now }: CenterSettlement,
): Promise<void> {
  const { id: centerId, count, commissionCents } = target
  await lockCenter(tx, { centerId })
  await requireOtherCenter(tx, { actorId, centerId })
  const existing = await repository.findByReference(tx, { centerId, reference })
  if (existing?.count === count && existing.commissionCents === commissionCents && existing.month === null) return
  if (existing) throw fail('commissions.reference_used')
  const pending = await repository.lockPending(tx, { centerId, ...span })
  if (pending.ids.length !== count || pending.commissionCents !== commissionCents) throw fail('commissions.changed')
  const days = dayRange(pending, { from: span.startsAt, to: now })
  await recordSettlement(tx, platform, { centerId, actorId, reference, pending, days, now })
}

type Pending = Awaited<ReturnType<typeof repository.lockPending>>

/** The local days of the first and the last commission; without any, of the instants beside them. */
export function dayRange({ firstAt, lastAt }: Pending, otherwise: { from: Date; to: Date }) {
  return {
    from: localDay({ instant: firstAt ?? otherwise.from, zone }),
    to: localDay({ instant: lastAt ?? otherwise.to, zone }),
  }
}

type NewSettlement = {
  centerId: string
  actorId: string
  reference: string
  pending: Pending
  days: { from: string; to: string }
  now: Date
  /** Of a calendar month: its first day, and the cents of online payments that the settlement passes on. */
  month?: string
  onlineCents?: number
}

/** Marks locked commissions as paid, tells the centre and records the action. The centre is locked. @returns the settlement's id */
export async function recordSettlement(
  tx: Tx,
  platform: Platform,
  { centerId, actorId, reference, pending, days, now, month, onlineCents = 0 }: NewSettlement,
): Promise<string> {
  const { commissionCents } = pending
  const count = pending.ids.length
  const settlementId = newId()
  const row = { id: settlementId, centerId, reference, count, commissionCents, month: month ?? null, onlineCents }
  await repository.insertSettlement(tx, { ...row, settledBy: actorId, now })
  await repository.payCommissions(tx, { ids: pending.ids, settlementId, now })
  const settled = { reference, count, commissionCents, month, onlineCents }
  const notice = { event: 'commissions.settlement', thread: `settlement ${settlementId}` } as const
  await notifyCenter(tx, platform, { centerId, content: settledMail(settled), ...notice, ...settledText(settled) })
  await recordAction(tx, {
    moderatorId: actorId,
    targetType: 'commission',
    targetId: settlementId,
    actionType: 'settle',
    reason: `Liquidación ${reference}`,
    details: {
      center_id: centerId,
      count,
      total_cents: commissionCents - onlineCents,
      ...days,
    },
    now,
  })
  return settlementId
}

type Settlement = NonNullable<Awaited<ReturnType<typeof repository.lockSettlement>>>

const settlement: ActionTarget<Settlement> = {
  type: 'commission',
  async lock(tx, { targetId }) {
    const row = await repository.lockSettlement(tx, { settlementId: targetId })
    if (!row) throw fail('moderation.not_undoable')
    return row
  },
}

export const settlementActions = {
  settle: defineUndo({
    target: settlement,
    type: 'settle',
    undo: {
      /** Makes the commissions of the settlement pending again. @throws moderation.already_undone */
      async apply(tx, { row, targetId: settlementId, now }) {
        if (row.undoneAt !== null) throw fail('moderation.already_undone')
        await repository.undoSettlement(tx, { settlementId, now })
        // The payments may have been refunded after the settlement, which kept the discounts of Senda used.
        await reduceCommission(tx, { settlementId })
        await releaseDiscounts(tx, { appointmentIds: await repository.listGivenBack(tx, { settlementId }), now })
        return { count: row.count, total_cents: row.commissionCents - row.onlineCents }
      },
      async mail(tx, { platform, row, targetId, reason }) {
        const { centerId, reference, count, commissionCents } = row
        const content = unsettledMail({ reference, count, commissionCents, reason })
        const notice = { event: 'commissions.settlement', thread: `settlement ${targetId}`, reason } as const
        await notifyCenter(tx, platform, { centerId, content, ...notice, ...unsettledText(row) })
      },
      bell: 'none',
    },
  }),
}

type Notice = {
  centerId: string
  content: ReturnType<typeof settledMail>
  event: 'commissions.settlement' | 'commissions.rate'
  /** What is settled or set, and its undo. */
  thread: string
  subject: string
  text: string
  reason?: string
}

/** Mails the owner of a centre, and notifies them. */
export async function notifyCenter(
  tx: Tx,
  platform: Platform,
  { centerId, content, event, thread, subject: title, text, reason }: Notice,
): Promise<void> {
  const owner = await findUser(tx, { id: centerId })
  if (!owner?.email) return
  const message = reason === undefined ? text : `${text} Motivo: ${reason}`
  const entry = {
    event,
    thread,
    to: { userId: centerId },
    title,
    message,
    href: centerPage(centerId, 'dinero'),
    about: null,
  }
  await notifyUsers(tx, { platform, entries: [entry] })
  await queueMail(tx, { platform, to: owner.email, kind: 'commissions.settlement', ...content })
}
