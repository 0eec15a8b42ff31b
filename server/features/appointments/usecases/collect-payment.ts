import type { DeskMethod } from '#contract/agenda.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import * as payments from '../repository/desk-payments.ts'
import { type Changed, changeAtDesk, type DeskRequest } from './change-at-desk.ts'

/** «Cobrado en el centro». Serialised: the second of two receptionists reads that it was collected. */
export async function collectPayment(
  platform: Platform,
  { amountCents, method, ...rest }: DeskRequest & { amountCents: number; method: DeskMethod },
): Promise<Changed> {
  return changeAtDesk(platform, rest, async (tx, { row, can, now }) => {
    if (row.paidCents !== null) throw fail('agenda.already_collected')
    if (!can.collect) throw fail('appointments.not_changeable', { status: row.status })
    await payments.insertPayment(tx, { ...rest, amountCents, method, collectedBy: rest.userId, now })
  })
}

/** The centre gave back what it owed for a cancelled appointment, or undoes a payment that it recorded by mistake. Idempotent. */
export async function undoCollection(platform: Platform, input: DeskRequest): Promise<Changed> {
  return changeAtDesk(platform, input, async (tx, { row, can, now }) => {
    if (row.paidCents === null || row.refundedAt !== null) return
    if (!can.undoCollection) throw fail('appointments.not_changeable', { status: row.status })
    if (row.refundCents === null) await payments.setPaymentUndone(tx, { ...input, undoneBy: input.userId, now })
    else await payments.setRefunded(tx, { ...input, now })
  })
}
