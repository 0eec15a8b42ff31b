import { z } from 'zod'
import { followRefundOfVisit } from '#server/features/appointments/usecases/follow-refund.ts'
import { lockForPayment, lockPayer, payAppointment } from '#server/features/appointments/usecases/pay-online.ts'
import { lockCenterState } from '#server/features/centers/repository/closed.ts'
import { findOwner } from '#server/features/centers/repository/of-owner.ts'
import { centerPage } from '#server/features/centers/rules/center-page.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { lockBought } from '#server/features/packages/repository/packages.ts'
import { giveBackBought } from '#server/features/packages/usecases/closed-centers.ts'
import { followOwnersRefund } from '#server/features/packages/usecases/follow-refund.ts'
import { lockPurchase, sellOnline } from '#server/features/packages/usecases/sell-online.ts'
import { isOneAccount } from '#server/features/payment-accounts/repository/payment-accounts.ts'
import { recountCommission } from '#server/features/payments/usecases/recount-commission.ts'
import { refundSurplus, requestRefund } from '#server/features/payments/usecases/refund-online.ts'
import { lockDiscount } from '#server/features/promotions/usecases/discounts.ts'
import { queueMail } from '#server/platform/mail.ts'
import { countAct } from '#server/platform/metrics.ts'
import type { GatewayPayment } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { disputeMail, disputeText } from '../mail/dispute.ts'
import { type CheckoutOutcome, receiptMail, receiptText, surplusMail, surplusText } from '../mail/receipt.ts'
import * as repository from '../repository/checkouts.ts'
import * as outcomes from '../repository/outcomes.ts'
import { tellDeclined } from './tell-declined.ts'

type Account = { paymentAccountId: string | null }

/**
 * Updates a checkout to the state of its payment at the gateway, in one transaction with the appointment's payment and the
 * receipt. A repeated or older state changes nothing. An approved payment that the checkout cannot use is refunded.
 *
 * `paymentAccountId`: the account in whose name it was read; null: the gateway knows none. The owner of an account writes any reference
 * into its payments, so that of another centre's checkout pays nothing.
 * @returns the checkout that this call approved
 */
export async function applyPayment(
  platform: Platform,
  payment: GatewayPayment,
  { paymentAccountId }: Account = { paymentAccountId: null },
): Promise<repository.CheckoutRow | undefined> {
  const approved = await platform.db.transaction().execute(async (tx) => {
    const now = platform.clock.now()
    const locked = await lockWithAppointment(tx, { payment, paymentAccountId, now })
    if (!locked || !isOf(locked.checkout, payment)) {
      platform.log.warn({ checkoutId: payment.reference }, 'a payment at the gateway does not fit its checkout')
      if (locked && isSurplus(locked.checkout, payment)) await giveBack(tx, { platform, ...locked, payment, now })
      return undefined
    }
    const { checkout, isPayable } = locked
    const change = { checkoutId: checkout.id, gatewayPaymentId: payment.id, card: payment.card, now }
    if (checkout.status === 'approved') {
      if (payment.status === 'approved') await followPayment(tx, { platform, checkout, payment, now })
      return undefined
    }
    // The gateway gave it back before Senda learned of it.
    if (isGivenBack(payment)) {
      if (checkout.status !== 'declined') await outcomes.setDeclined(tx, { ...change, reason: 'cancelled' })
      return undefined
    }
    if (payment.status === 'approved') return approve(tx, { platform, checkout, isPayable, payment, now })
    if (checkout.status === 'declined') return undefined
    if (payment.status === 'pending') await outcomes.setPending(tx, change)
    else {
      await outcomes.setDeclined(tx, { ...change, reason: payment.declineReason ?? 'declined' })
      await tellDeclined(tx, { platform, checkout })
    }
    return undefined
  })
  if (approved) countAct('payment', 'ok')
  return approved
}

/** `isPayable`: for a package or a direct payment, the patient has an account and staff keep the centre open. */
type Locked = { checkout: repository.CheckoutRow; isPayable: boolean }

/** Locks account, centre, appointment or purchases and package, discount and checkout in this order, as every payment does, so that two of them cannot deadlock. */
async function lockWithAppointment(
  tx: Tx,
  { payment: { reference }, paymentAccountId, now }: Account & { payment: GatewayPayment; now: Date },
): Promise<Locked | undefined> {
  // The gateway's account may have payments of other programs, whose references are any text.
  if (!z.uuid().safeParse(reference).success) return undefined
  const target = await repository.findTarget(tx, { checkoutId: reference })
  if (!target || !(await isSameAccount(tx, target, { paymentAccountId }))) return undefined
  const { patientId, appointmentId, offerId, promotionUseId, redemptionId } = target
  const isPayable =
    appointmentId === null
      ? await lockWithoutAppointment(tx, { ...target, now })
      : await lockForPayment(tx, { patientId, appointmentId })
  if (offerId !== null) await lockPurchase(tx, { ...target, offerId })
  if (appointmentId === null) await lockBought(tx, { checkoutId: reference })
  if (promotionUseId !== null)
    await lockDiscount(tx, { patientId, discount: { kind: 'promotion', id: promotionUseId } })
  if (redemptionId !== null) await lockDiscount(tx, { patientId, discount: { kind: 'reward', id: redemptionId } })
  const checkout = await repository.lockCheckout(tx, { checkoutId: reference })
  return checkout && { checkout, isPayable }
}

/** Two centres may have connected one account after the other, and each has its own row. */
async function isSameAccount(tx: Tx, of: Account, read: Account): Promise<boolean> {
  const [id, other] = [of.paymentAccountId, read.paymentAccountId]
  if (id === other) return true
  return id !== null && other !== null && isOneAccount(tx, { id, other })
}

/**
 * Whether a payment for a package, or a direct one, may be kept: without an account, the patient can neither book with it nor ask for it
 * back, and a centre that staff closed while the gateway decided receives none.
 */
async function lockWithoutAppointment(
  tx: Tx,
  { patientId, centerId, now }: { patientId: string; centerId: string; now: Date },
): Promise<boolean> {
  const hasAccount = await lockPayer(tx, { patientId })
  return (await lockCenterState(tx, { centerId, now })) === 'open' && hasAccount
}

/** Whether the payment has the checkout's amount and no other is in its place. The first approved one takes that of any other. */
function isOf(checkout: repository.CheckoutRow, { amountCents, id, status }: GatewayPayment): boolean {
  const { totalCents, gatewayPaymentId } = checkout
  const isFree = gatewayPaymentId === null || (checkout.status !== 'approved' && status === 'approved')
  return totalCents === amountCents && (isFree || gatewayPaymentId === id)
}

/** Whether the whole payment went back to the payer. */
function isGivenBack({ status, amountCents, refundedCents }: GatewayPayment): boolean {
  return status === 'approved' && refundedCents >= amountCents
}

/** Whether the patient paid what the checkout cannot use. Its reference is the checkout's id, so it is no other program's payment. */
function isSurplus(checkout: repository.CheckoutRow, payment: GatewayPayment): boolean {
  const { id, status } = payment
  return (
    status === 'approved' &&
    !isGivenBack(payment) &&
    (checkout.status !== 'approved' || checkout.gatewayPaymentId !== id)
  )
}

type Approval = Locked & { platform: Platform; payment: GatewayPayment; now: Date }
type Followed = Omit<Approval, 'isPayable'>

/** What became of an approved payment since: what was given back, and a dispute, of which the centre's owner learns. */
async function followPayment(tx: Tx, { platform, checkout, payment, now }: Followed): Promise<void> {
  const { refundedCents, dispute } = payment
  const { id: checkoutId, feeCents } = checkout
  // The gateway may name the page of a payment only some time after its approval.
  const takenFeeCents = Math.min(feeTaken(checkout, payment), feeCents)
  const isLaterFee = takenFeeCents > checkout.takenFeeCents
  if (isLaterFee) await outcomes.setTakenFee(tx, { checkoutId, takenFeeCents, now })
  const hadLost = checkout.dispute === 'lost'
  const isUnchanged = refundedCents <= checkout.gatewayRefundedCents && dispute === checkout.dispute
  const isNews = !isUnchanged && (await outcomes.setGatewayState(tx, { checkoutId, refundedCents, dispute, now }))
  // The owner of the account can give money back without Senda, and the gateway returns its share of the fee.
  if (checkout.appointmentId !== null && refundedCents > 0) await followRefundOfVisit(tx, { platform, checkoutId, now })
  if (refundedCents > 0 || isLaterFee || hadLost !== (dispute === 'lost'))
    await recountCommission(tx, { checkoutId, now })
  if (checkout.packageTerms !== null) await followOwnersRefund(tx, { platform, checkoutId, now })
  const hasPassed = checkout.dispute !== null && (dispute === null || dispute === 'won')
  if (hasPassed && checkout.dispute !== dispute) await giveBackBought(tx, platform, { checkoutId })
  if (!isNews || dispute === null) return
  const { centerId } = checkout
  const { subject: title, text: message } = disputeText({ checkout, dispute })
  const href = centerPage(centerId, 'dinero')
  const notice = { event: 'checkouts.disputed', about: null, thread: `dispute ${checkout.id}` } as const
  await notifyUsers(tx, { platform, entries: [{ ...notice, to: { userId: centerId }, title, message, href }] })
  const owner = await findOwner(tx, { centerId })
  if (!owner) return
  const mail = disputeMail({ checkout, dispute, url: `${platform.settings.publicUrl}${href}` })
  await queueMail(tx, { platform, to: owner.email, kind: 'checkouts.disputed', ...mail })
}

/**
 * What the gateway took for Senda. Another application of the owner can make a payment with the checkout's reference and take its own fee,
 * so only what was paid on the page that Senda opened counts.
 */
function feeTaken({ pageId }: repository.CheckoutRow, payment: GatewayPayment): number {
  return pageId !== null && payment.pageId === pageId ? payment.feeCents : 0
}

async function giveBack(tx: Tx, { platform, checkout, payment, now }: Approval): Promise<void> {
  const { id: paymentId, amountCents } = payment
  if (!(await refundSurplus(tx, { checkoutId: checkout.id, paymentId, amountCents, now }))) return
  if (checkout.patientEmail === null) return
  const mail = surplusMail({ checkout, amountCents, publicUrl: platform.settings.publicUrl })
  await notifyPayer(tx, { platform, checkout, ...surplusText({ checkout, amountCents }), href: paymentsHref })
  await queueMail(tx, { platform, to: checkout.patientEmail, kind: 'checkouts.receipt', ...mail })
}

async function approve(tx: Tx, input: Approval): Promise<repository.CheckoutRow> {
  const { platform, checkout, isPayable, payment, now } = input
  const { id: checkoutId, totalCents: amountCents } = checkout
  const { card } = payment
  const takenFeeCents = feeTaken(checkout, payment)
  if (takenFeeCents !== checkout.feeCents) {
    platform.log.warn({ checkoutId, takenFeeCents }, 'the gateway took another fee of a payment than the requested one')
  }
  await outcomes.setApproved(tx, { checkoutId, gatewayPaymentId: payment.id, takenFeeCents, card, now })
  const outcome = await spendApproved(tx, { platform, checkout, isPayable, now })
  // While the gateway decided, the appointment was cancelled, moved or paid in another way, its discount was used elsewhere, or the offer
  // of the package was deleted.
  if (outcome !== 'paid') await requestRefund(tx, { checkoutId, amountCents, reason: 'not_payable', now })
  const approved = await repository.requireCheckout(tx, { checkoutId })
  await followPayment(tx, { ...input, checkout: approved })
  if (approved.patientEmail === null) return approved
  const mail = receiptMail({ checkout: approved, outcome, publicUrl: platform.settings.publicUrl })
  const href = `/receipts/${checkoutId}`
  await notifyPayer(tx, { platform, checkout: approved, ...receiptText({ checkout: approved, outcome }), href })
  await queueMail(tx, { platform, to: approved.patientEmail, kind: 'checkouts.receipt', ...mail })
  return approved
}

/** Pays the appointment, sells the package, or keeps a direct payment. Anything but `paid` is refunded. */
async function spendApproved(
  tx: Tx,
  { platform, checkout, isPayable, now }: Omit<Approval, 'payment'>,
): Promise<CheckoutOutcome> {
  const { id: checkoutId, appointmentId, totalCents: amountCents, packageTerms: terms } = checkout
  if (appointmentId !== null) {
    const { startsAt, professionalId, place, isDeposit, centerId } = checkout
    const seen = { startsAt, professionalId: professionalId ?? '', place }
    const payment = { platform, appointmentId, isDeposit, centerId, checkoutId, amountCents, now }
    return payAppointment(tx, { ...payment, seen, discount: discountOf(checkout) })
  }
  if (!isPayable) return 'not_payable'
  if (terms === null) return 'paid'
  const sale = { ...checkout, checkoutId, terms, priceCents: amountCents, startedAt: checkout.createdAt, now }
  return sellOnline(tx, sale)
}

const paymentsHref = '/dashboard?tab=history'

type PayerNotice = { platform: Platform; checkout: repository.CheckoutRow; subject: string; text: string; href: string }

/** The gateway decides after the payer has left its page, and sometimes a day later. */
async function notifyPayer(
  tx: Tx,
  { platform, checkout, subject: title, text: message, href }: PayerNotice,
): Promise<void> {
  const entry = { event: 'checkouts.receipt', to: { userId: checkout.patientId }, title, message, href } as const
  await notifyUsers(tx, { platform, entries: [{ ...entry, about: null }] })
}

function discountOf({ promotionUseId, redemptionId, lines }: repository.CheckoutRow) {
  const kind = promotionUseId === null ? 'reward' : 'promotion'
  const id = promotionUseId ?? redemptionId
  const line = lines.find((each) => each.kind === kind)
  return id === null || !line ? undefined : ({ kind, id, discountCents: -line.amountCents } as const)
}
