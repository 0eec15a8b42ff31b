import type { DeskMethod } from '#contract/payment-methods.ts'
import { isSettled, reduceCommission } from '#server/features/commissions/repository/commissions.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { earnForCompletions } from '#server/features/loyalty/usecases/points.ts'
import * as payments from '#server/features/payments/repository/payments-of-appointments.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import type { AgendaRow } from '../repository/agenda.ts'
import { touch } from '../repository/changes.ts'
import { appointmentVersion } from '../rules/agenda.ts'
import { noticeWindowMs } from '../rules/notices.ts'
import { deskPaymentsOf, dueOf } from '../rules/payments.ts'
import { type ChangedAppointment, changeAtDesk, type DeskChange } from './change-at-desk.ts'
import { countDeskCode, type DiscountAtDesk, takeSeenDiscount } from './discount-at-desk.ts'
import { undoDiscount } from './discounts.ts'
import { tellOfRefund } from './tell-refund.ts'
import { tellOfUndonePayment } from './tell-undone-payment.ts'

type Collection = DeskChange & {
  amountCents: number
  method: DeskMethod
  discount?: DiscountAtDesk | undefined
}

/**
 * «Cobrado en el centro»: records a payment of all that is due or of a part, also with a discount of the patient. Serialised:
 * the second of two receptionists reads what the first collected. Idempotent for the member who repeats a request whose
 * response was lost.
 */
export async function collectPayment(platform: Platform, input: Collection): Promise<ChangedAppointment> {
  const { amountCents, method, discount, ...rest } = input
  if (discount?.kind === 'code') await countDeskCode(platform, rest)
  return changeAtDesk(platform, rest, async (tx, { row, can, hasAccount, requireSeen, now }) => {
    if (await isRepeated(tx, { ...input, row })) return
    const dueCents = dueOf(row)
    if (dueCents === 0 && row.paidCents + row.discountCents > 0) throw fail('agenda.already_collected')
    if (!can.collect) throw fail('appointments.not_changeable', { status: row.status })
    requireSeen()
    if (discount) await takeSeenDiscount(tx, { platform, row, ...rest, discount, takenBy: rest.userId, now })
    const leftCents = dueCents - (discount?.discountCents ?? 0)
    if (amountCents > leftCents) throw fail('agenda.more_than_due', { dueCents: leftCents })
    if (amountCents === 0 && leftCents > 0) throw fail('agenda.nothing_collected')
    if (amountCents > 0) {
      await payments.insertPayment(tx, { ...rest, amountCents, method, collectedBy: rest.userId, now })
      await touch(tx, { ...rest, now })
      // The payment says that the patient came, which the job could not know.
      if (row.status === 'completed') await chargeAttested(tx, { ...rest, hasAccount, now })
    }
  })
}

async function chargeAttested(
  tx: Tx,
  { appointmentId, hasAccount, now }: { appointmentId: string; hasAccount: boolean; now: Date },
): Promise<void> {
  const completed = { appointmentIds: [appointmentId], now }
  await chargeCommission(tx, completed)
  if (hasAccount) await earnForCompletions(tx, completed)
}

/** Whether the last payment is this one: the same member recorded it, and saw the appointment as it was just before. */
async function isRepeated(tx: Tx, { row, version, ...input }: Collection & { row: AgendaRow }): Promise<boolean> {
  const last = row.payments?.at(-1)
  if (version === undefined || last?.amountCents !== input.amountCents || last.method !== input.method) return false
  const before = {
    ...row,
    payments: row.payments?.slice(0, -1) ?? [],
    discountCents: row.discountCents - (input.discount?.discountCents ?? 0),
  }
  if (version !== appointmentVersion(before)) return false
  return (await payments.findCollector(tx, { paymentId: last.id })) === input.userId
}

/**
 * Records that the centre refunded what it owed for a cancelled appointment, of which the patient is told, or undoes the last payment, recorded by
 * mistake, of which the patient is told unless it was a slip of two minutes. Undoing the only payment also undoes the discount that the desk used, unless it was settled. Idempotent.
 */
export async function undoCollection(platform: Platform, input: DeskChange): Promise<ChangedAppointment> {
  return changeAtDesk(platform, input, async (tx, { row, can, requireSeen, now }) => {
    const { last, toRefund } = deskPaymentsOf(row)
    if (last === undefined && row.discountTakenBy === null) return
    if (last !== undefined && last.refundedAt !== null && toRefund.length === 0) return
    if (!can.undoCollection) throw fail('appointments.not_changeable', { status: row.status })
    requireSeen()
    if (toRefund.length > 0) {
      await payments.setRefunded(tx, { ...input, refundedBy: input.userId, now })
      await touch(tx, { ...input, now })
      const amountCents = toRefund.reduce((sum, { owedCents }) => sum + owedCents, 0)
      const { appointmentId } = input
      return tellOfRefund(tx, { platform, appointmentId, amountCents, isOnline: false, reason: '', pointsTakenBack: 0 })
    }
    const isOnlyPayment = row.paidCents === (last?.amountCents ?? 0)
    const hasDiscount = row.discountTakenBy !== null && isOnlyPayment
    // The settlement counted the discount, so the price stays without it.
    const isDiscountKept = hasDiscount && (await isSettled(tx, { ...input, isLocked: true }))
    if (isDiscountKept && last === undefined) throw fail('agenda.discount_settled')
    if (last) {
      const discountCents = hasDiscount && !isDiscountKept ? row.discountCents : 0
      await payments.setPaymentUndone(tx, { ...input, undoneBy: input.userId, discountCents, now })
      await touch(tx, { ...input, now })
      // A payment that replaces one that had counted is no slip: its patient has learnt of neither.
      const isNew = now.getTime() - Date.parse(last.collectedAt) <= noticeWindowMs
      const isSlip = isNew && !(await payments.hasUndoneCounted(tx, input))
      if (row.patientId !== null && !isSlip) {
        await tellOfUndonePayment(tx, { ...input, paymentId: last.id, paidCents: row.paidCents, now })
      }
    }
    if (hasDiscount && !isDiscountKept) await undoDiscount(tx, { row, now })
    // A centre owes commission on a completed appointment; on any other, only on the payments that it keeps.
    if (row.status !== 'completed') await reduceCommission(tx, input)
  })
}
