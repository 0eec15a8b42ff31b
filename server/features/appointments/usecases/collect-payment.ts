import type { DeskMethod } from '#contract/agenda.ts'
import { cancelCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import * as payments from '../repository/payments.ts'
import { deskPaymentsOf, dueOf } from '../rules/payments.ts'
import { type Changed, changeAtDesk, type DeskRequest } from './change-at-desk.ts'

/** «Cobrado en el centro»: all that is due, or a part. Serialised: the second of two receptionists reads what the first collected. */
export async function collectPayment(
  platform: Platform,
  { amountCents, method, ...rest }: DeskRequest & { amountCents: number; method: DeskMethod },
): Promise<Changed> {
  return changeAtDesk(platform, rest, async (tx, { row, can, now }) => {
    const dueCents = dueOf(row)
    if (dueCents === 0 && row.paidCents > 0) throw fail('agenda.already_collected')
    if (!can.collect) throw fail('appointments.not_changeable', { status: row.status })
    if (amountCents > dueCents) throw fail('agenda.more_than_due', { dueCents })
    await payments.insertPayment(tx, { ...rest, amountCents, method, collectedBy: rest.userId, now })
  })
}

/** The centre gave back what it owed for a cancelled appointment, or undoes the last payment, which it recorded by mistake. Idempotent. */
export async function undoCollection(platform: Platform, input: DeskRequest): Promise<Changed> {
  return changeAtDesk(platform, input, async (tx, { row, can, now }) => {
    const { last, toRefund } = deskPaymentsOf(row)
    if (last === undefined || (last.refundedAt !== null && toRefund.length === 0)) return
    if (!can.undoCollection) throw fail('appointments.not_changeable', { status: row.status })
    if (toRefund.length > 0) return payments.setRefunded(tx, { ...input, refundedBy: input.userId, now })
    await payments.setPaymentUndone(tx, { ...input, undoneBy: input.userId, now })
    // The centre keeps no part of a payment recorded by mistake. For a completed appointment it owes commission anyway.
    if (row.status !== 'completed') await cancelCommission(tx, input)
  })
}
