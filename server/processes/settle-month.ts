import { zone } from '#contract/calendar.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { lockCenter } from '#server/features/centers/usecases/lock-center.ts'
import { listCenterIdsOf } from '#server/features/centers/usecases/require-member.ts'
import { fail } from '#server/features/commissions/commissions.errors.ts'
import { mayDecideOn } from '#server/features/commissions/commissions.policy.ts'
import { findByReference, lockPending } from '#server/features/commissions/repository/settlements.ts'
import { requireOtherCenter } from '#server/features/commissions/usecases/require-other-center.ts'
import { dayRange, recordSettlement } from '#server/features/commissions/usecases/settle-commissions.ts'
import { presentOutcomes } from '#server/features/moderation/routes/present-action.ts'
import { type Outcome, outcomesOf } from '#server/features/moderation/usecases/staff-actions.ts'
import * as repository from '#server/features/payments/repository/transit.ts'
import { endOfMonth } from '#server/features/payments/rules/months.ts'
import { startOfDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

export const settleMonthRoutes = {
  commissions: {
    toSettle: api.commissions.toSettle.handler(async ({ input, context }) => {
      const { db } = context.platform
      const staff = { ownCenterIds: await listCenterIdsOf(db, requireActor(context)) }
      const rows = await repository.listToSettle(db, { before: endOfMonth({ ...input, zone }) })
      const items = rows.map((row) => ({ ...row, can: { settle: mayDecideOn(staff, row) } }))
      return { items, total: rows[0]?.total ?? 0 }
    }),

    settleMonth: api.commissions.settleMonth.handler(async ({ input, context }) => {
      const outcomes = await settleMonth(context.platform, { ...input, actorId: requireActor(context).userId })
      const openById = new Map(outcomes.map(({ id, open }) => [id, open]))
      const { items } = presentOutcomes(outcomes)
      return { items: items.map((item) => ({ ...item, open: openById.get(item.id) ?? null })) }
    }),
  },
}

type Sums = { count: number; commissionCents: number; onlineCents: number }
type Target = Sums & { id: string }
type Request = { actorId: string; month: string; reference: string; targets: readonly Target[] }

/**
 * Settles everything that is open of appointments until the end of a calendar month, in a transaction per centre: the commissions are
 * paid, and the online payments passed on. The outcome of a refused centre has its current sums. @throws commissions.month_not_over
 */
async function settleMonth(platform: Platform, input: Request): Promise<(Outcome & { open: Sums | null })[]> {
  const now = platform.clock.now()
  const before = endOfMonth({ month: input.month, zone })
  if (before > now) throw fail('commissions.month_not_over')
  const outcomes = await outcomesOf(platform, {
    targetType: 'center',
    targets: input.targets,
    apply: (tx, target) => settleCenter(tx, platform, { ...input, target, before, now }),
  })
  return Promise.all(
    outcomes.map(async (outcome) => {
      if (!outcome.refusal) return { ...outcome, open: null }
      const [open] = await repository.listToSettle(platform.db, { before, centerId: outcome.id })
      return { ...outcome, open: open ?? { count: 0, commissionCents: 0, onlineCents: 0 } }
    }),
  )
}

type CenterMonth = Pick<Request, 'actorId' | 'month' | 'reference'> & { target: Target; before: Date; now: Date }

/**
 * Settles one centre. A repeated request finds its own settlement and changes nothing.
 * @throws centers.not_found, centerRecords.own_center, commissions.reference_used, commissions.changed
 */
async function settleCenter(
  tx: Tx,
  platform: Platform,
  { actorId, month, reference, target, before, now }: CenterMonth,
): Promise<void> {
  const { id: centerId, count, commissionCents, onlineCents } = target
  await lockCenter(tx, { centerId })
  await requireOtherCenter(tx, { actorId, centerId })
  const existing = await findByReference(tx, { centerId, reference })
  const isRepeated =
    existing?.month === month &&
    existing.count === count &&
    existing.commissionCents === commissionCents &&
    existing.onlineCents === onlineCents
  if (isRepeated) return
  if (existing) throw fail('commissions.reference_used')
  const pending = await lockPending(tx, { centerId, ofBefore: before })
  const payments = await repository.lockOpenPayments(tx, { centerId, before })
  const heldCents = payments.reduce((sum, { cents }) => sum + cents, 0)
  const isSeen =
    pending.ids.length === count && pending.commissionCents === commissionCents && heldCents === onlineCents
  if (!isSeen || (count === 0 && payments.length === 0)) throw fail('commissions.changed')
  const days = dayRange(pending, { from: startOfDay({ day: month, zone }), to: new Date(before.getTime() - 1) })
  const settlement = { centerId, actorId, reference, pending, days, month, onlineCents, now }
  const settlementId = await recordSettlement(tx, platform, settlement)
  await repository.insertSettledPayments(tx, { settlementId, payments })
}
