import { z } from 'zod'
import {
  lockForPayment,
  type PaymentOutcome,
  payAppointment,
} from '#server/features/appointments/usecases/pay-online.ts'
import { requestRefund } from '#server/features/payments/usecases/refund-online.ts'
import { lockDiscount } from '#server/features/promotions/usecases/discounts.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { GatewayPayment } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { receiptMail } from '../mail/receipt.ts'
import * as repository from '../repository/checkouts.ts'

/**
 * Updates a checkout to the state of its payment at the gateway, in one transaction with the appointment's payment and the
 * receipt. A repeated or older state changes nothing.
 * @returns the checkout that this call approved
 */
export async function applyPayment(
  platform: Platform,
  payment: GatewayPayment,
): Promise<repository.CheckoutRow | undefined> {
  return platform.db.transaction().execute(async (tx) => {
    const checkout = await lockWithAppointment(tx, payment)
    if (!checkout || !isOf(checkout, payment)) {
      platform.log.warn({ checkoutId: payment.reference }, 'a payment at the gateway does not fit its checkout')
      return undefined
    }
    const now = platform.clock.now()
    const change = { checkoutId: checkout.id, gatewayPaymentId: payment.id, card: payment.card, now }
    if (checkout.status === 'approved') return undefined
    if (payment.status === 'approved') return approve(tx, { platform, checkout, payment, now })
    if (checkout.status === 'declined') return undefined
    if (payment.status === 'pending') await repository.setPending(tx, change)
    else await repository.setDeclined(tx, { ...change, reason: payment.declineReason ?? 'declined' })
    return undefined
  })
}

/** Locks appointment, discount and checkout in this order, as every payment does, so that two of them cannot deadlock. */
async function lockWithAppointment(tx: Tx, { reference }: GatewayPayment): Promise<repository.CheckoutRow | undefined> {
  // The gateway's account may have payments of other programs, whose references are any text.
  if (!z.uuid().safeParse(reference).success) return undefined
  const target = await repository.findTarget(tx, { checkoutId: reference })
  if (!target) return undefined
  const { patientId, appointmentId, promotionUseId, redemptionId } = target
  if (appointmentId !== null) await lockForPayment(tx, { patientId, appointmentId })
  if (promotionUseId !== null)
    await lockDiscount(tx, { patientId, discount: { kind: 'promotion', id: promotionUseId } })
  if (redemptionId !== null) await lockDiscount(tx, { patientId, discount: { kind: 'reward', id: redemptionId } })
  return repository.lockCheckout(tx, { checkoutId: reference })
}

/** Whether the payment has the checkout's amount and is the checkout's only payment. */
function isOf({ totalCents, gatewayPaymentId }: repository.CheckoutRow, { amountCents, id }: GatewayPayment): boolean {
  return totalCents === amountCents && (gatewayPaymentId === null || gatewayPaymentId === id)
}

type Approval = { platform: Platform; checkout: repository.CheckoutRow; payment: GatewayPayment; now: Date }

async function approve(tx: Tx, { platform, checkout, payment, now }: Approval): Promise<repository.CheckoutRow> {
  const { id: checkoutId, appointmentId, centerId, totalCents: amountCents } = checkout
  await repository.setApproved(tx, { checkoutId, gatewayPaymentId: payment.id, card: payment.card, now })
  const discount = discountOf(checkout)
  const seen = { startsAt: checkout.startsAt, professionalId: checkout.professionalId, place: checkout.place }
  const outcome: PaymentOutcome =
    appointmentId === null
      ? 'paid'
      : await payAppointment(tx, { appointmentId, centerId, checkoutId, amountCents, seen, discount, now })
  // While the gateway decided, the appointment was cancelled, moved or paid in another way, or its discount was used elsewhere.
  if (outcome !== 'paid') await requestRefund(tx, { checkoutId, amountCents, reason: 'not_payable', now })
  const approved = await repository.requireCheckout(tx, { checkoutId })
  if (approved.patientEmail === null) return approved
  const mail = receiptMail({ checkout: approved, outcome, publicUrl: platform.settings.publicUrl })
  await queueMail(tx, { platform, to: approved.patientEmail, kind: 'checkouts.receipt', ...mail })
  return approved
}

/** The discount in the price that the patient accepted. */
function discountOf({ promotionUseId, redemptionId, lines }: repository.CheckoutRow) {
  const kind = promotionUseId === null ? 'reward' : 'promotion'
  const id = promotionUseId ?? redemptionId
  const line = lines.find((each) => each.kind === kind)
  return id === null || !line ? undefined : ({ kind, id, discountCents: -line.amountCents } as const)
}
