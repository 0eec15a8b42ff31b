import type { DeskMethod } from '#contract/agenda.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import * as desk from '../repository/desk.ts'
import { type AtDesk, type Changed, changeAtDesk } from './change-at-desk.ts'

/** «Cobrado en el centro». Of two who collect at once, the second reads that it is done. */
export async function collectPayment(
  platform: Platform,
  { amountCents, method, ...rest }: AtDesk & { amountCents: number; method: DeskMethod },
): Promise<Changed> {
  return changeAtDesk(platform, rest, async (tx, { row, can, now }) => {
    if (row.paidCents !== null) throw fail('agenda.already_collected')
    if (!can.collect) throw fail('appointments.not_changeable', { status: row.status })
    await desk.insertPayment(tx, { ...rest, amountCents, method, collectedBy: rest.userId, now })
  })
}

/** The money that is owed since the appointment was cancelled was given back; or it was written down by mistake. */
export async function undoCollection(platform: Platform, input: AtDesk): Promise<Changed> {
  return changeAtDesk(platform, input, async (tx, { row, can, now }) => {
    if (row.paidCents === null || row.refundedAt !== null) return
    if (!can.undoCollection) throw fail('appointments.not_changeable', { status: row.status })
    if (row.refundCents === null) await desk.setPaymentUndone(tx, { ...input, undoneBy: input.userId, now })
    else await desk.setRefunded(tx, { ...input, now })
  })
}
