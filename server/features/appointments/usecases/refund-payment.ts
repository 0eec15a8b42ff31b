import { seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import { reduceCommission } from '#server/features/commissions/repository/commissions.ts'
import { createOfVisit } from '#server/features/invoicing/usecases/create-documents.ts'
import { updateCompletion } from '#server/features/loyalty/usecases/points.ts'
import * as payments from '#server/features/payments/repository/payments-of-appointments.ts'
import { lockCoverOfRefund } from '#server/features/payments/repository/transit.ts'
import { requestRefund } from '#server/features/payments/usecases/refund-online.ts'
import { releaseDiscounts } from '#server/features/promotions/usecases/discounts.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import type { AgendaRow } from '../repository/agenda.ts'
import { touch } from '../repository/changes.ts'
import { dueOf, leftToRefund } from '../rules/payments.ts'
import { type ChangedAppointment, changeAtDesk, type DeskRequest } from './change-at-desk.ts'
import { tellOfRefund } from './tell-refund.ts'

type Refund = DeskRequest & { paymentId: number; amountCents: number; refundedCents: number; reason: string }

/**
 * Refunds a payment of a completed appointment, wholly or in part, with its commission. A refund that leaves no commission and no
 * online payment also takes back the points of the appointment. The gateway refunds an online payment; other refunds are paid from
 * the desk's till.
 */
export async function refundPayment(platform: Platform, input: Refund): Promise<ChangedAppointment> {
  const { paymentId, amountCents, refundedCents, ...rest } = input
  return changeAtDesk(platform, rest, async (tx, { row, member, can, hasAccount, now }) => {
    if (!seesWholeCenter(member)) throw fail('agenda.reception_only')
    const payment = row.payments?.find(({ id }) => id === paymentId)
    if (!payment) throw fail('agenda.unknown_payment')
    // Another receptionist recorded a refund first, or the request is repeated.
    if ((payment.refundCents ?? 0) !== refundedCents) throw fail('agenda.refunded_meanwhile')
    if (!can.refund) throw fail('appointments.not_changeable', { status: row.status })
    const leftCents = payment.amountCents - refundedCents
    if (amountCents > leftCents) throw fail('agenda.more_than_paid', { leftCents })
    const { checkoutId } = payment
    const isFromTill = checkoutId === null
    // What Senda has passed on would come from its own money.
    if (!isFromTill && !(await lockCoverOfRefund(tx, { ...input, now }))) throw fail('agenda.passed_on')
    await createOfVisit(tx, platform, rest)
    await payments.addRefund(tx, { ...input, refundedBy: input.userId, isFromTill, now })
    // Its note has this day, whenever the documents are exported.
    await createOfVisit(tx, platform, rest)
    await touch(tx, { ...rest, now })
    if (checkoutId !== null) await requestRefund(tx, { checkoutId, amountCents, reason: 'by_center', now })
    await reduceCommission(tx, rest)
    // What was not paid is still due, and Senda's credit with it.
    const isEverything = leftToRefund(row) === amountCents && dueOf(row) === 0
    if (isEverything && row.discountCents > 0) {
      await releaseDiscounts(tx, { appointmentIds: [rest.appointmentId], now })
    }
    const pointsTakenBack = hasAccount ? await updatePoints(tx, { row, now }) : 0
    const { reason } = input
    await tellOfRefund(tx, { platform, ...rest, amountCents, isOnline: !isFromTill, reason, pointsTakenBack })
  })
}

async function updatePoints(tx: Tx, { row, now }: { row: AgendaRow; now: Date }): Promise<number> {
  const { id: appointmentId, patientId: userId, professionalName } = row
  if (userId === null) return 0
  const description = `Se devolvió tu consulta con ${professionalName}`
  return updateCompletion(tx, { userId, appointmentId, description, now })
}
