import { z } from 'zod'
import type { RefundRefusal } from '#contract/payment-accounts.ts'
import { withSeller } from '#server/features/payment-accounts/usecases/with-seller.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJob, enqueue } from '#server/platform/jobs.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { RefundRefusedError, SellerRefusedError } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/online.ts'
import { recountCommission } from './recount-commission.ts'
import { tellRefused } from './tell-refused.ts'

/** Requests the refunds of online payments that a cancellation promised, in the transaction that cancels the appointment. */
export async function refundCancelled(
  tx: Tx,
  { appointmentId, now }: { appointmentId: string; now: Date },
): Promise<void> {
  for (const refund of await repository.listUnrequestedRefunds(tx, { appointmentId })) {
    await requestRefund(tx, { ...refund, reason: 'cancelled', now })
  }
}

type Refund = { checkoutId: string; amountCents: number; reason: repository.RefundReason; now: Date }

/** Queues a refund of a checkout at the gateway. A check constraint refuses more than was paid. */
export async function requestRefund(tx: Tx, refund: Refund): Promise<void> {
  const id = newId()
  await repository.insertRefund(tx, { ...refund, id })
  await enqueue(tx, refundJob, { refundId: id })
}

type SurplusPayment = { checkoutId: string; paymentId: string; amountCents: number; now: Date }

/** Queues the refund of a payment that its checkout cannot use. Idempotent. @returns whether it queued it now */
export async function refundSurplus(tx: Tx, payment: SurplusPayment): Promise<boolean> {
  const id = newId()
  if (!(await repository.insertSurplusRefund(tx, { ...payment, id }))) return false
  await enqueue(tx, refundJob, { refundId: id })
  return true
}

/** Refunds the direct payments of an account that no booking has consumed, before the account is deleted. */
export async function refundCredits(tx: Tx, { patientId, now }: { patientId: string; now: Date }): Promise<void> {
  for (const credit of await repository.lockCredits(tx, { patientId })) {
    await requestRefund(tx, { ...credit, reason: 'by_patient', now })
  }
}

/** The refund's id is the idempotency key at the gateway, so a repeated job refunds once. */
export const refundJob = defineJob({
  name: 'payments.refund',
  payload: z.object({ refundId: z.uuid() }),
  waitsFor: 'gateway',
  async run({ platform, payload: { refundId } }) {
    const { db, clock, gateway, log } = platform
    const refund = await repository.findPendingRefund(db, { refundId })
    if (!refund) return
    const { paymentId, amountCents, checkoutId } = refund
    if (!gateway || gateway.name !== refund.gateway || paymentId === null) {
      throw new Error(`the gateway ${refund.gateway} is not configured`)
    }
    const { paymentAccountId, isWhole, isGivenBack } = refund
    const order = { paymentId, amountCents, isWhole, idempotencyKey: refundId }
    try {
      const gatewayRefundId = isGivenBack
        ? `by the owner: ${refundId}`
        : await withSeller(platform, { gateway, paymentAccountId }, ({ seller }) =>
            gateway.refund({ ...order, seller }),
          )
      const now = clock.now()
      await db
        .transaction()
        .execute((tx) => repository.setRefundDone(tx, { refundId, gatewayRefundId, checkoutId, now }))
    } catch (error) {
      const refusal = refusalOf(error, { ...refund, now: clock.now() })
      if (refusal === undefined) throw error
      // The owner asks again or gives it back in another way (resolve-refusal.ts); verify-ledger names it until then.
      log.error({ err: error, refundId, checkoutId }, 'the gateway refused a refund')
      await db.transaction().execute(async (tx) => {
        const now = clock.now()
        await repository.setRefundRefused(tx, { refundId, refusal, now })
        await recountCommission(tx, { checkoutId, now })
        await tellRefused(tx, { platform, refundId })
      })
    }
  },
})

/** An owner who withdrew the consent by mistake connects the account again within days. */
const disconnectedAfterMs = 3 * dayMs

/** Why the refund is not asked for again on its own; undefined when it is. */
function refusalOf(error: unknown, { requestedAt, now }: { requestedAt: Date; now: Date }): RefundRefusal | undefined {
  if (error instanceof RefundRefusedError) return error.refusal
  const isLong = now.getTime() - requestedAt.getTime() > disconnectedAfterMs
  return error instanceof SellerRefusedError && isLong ? 'disconnected' : undefined
}

/** Longer than the job is retried. */
const repeatAfterMs = 5 * dayMs

/** Asks again for refunds that failed for days, as while the centre's account was not connected. */
export async function repeatRefunds({ db, clock }: Platform): Promise<void> {
  const before = new Date(clock.now().getTime() - repeatAfterMs)
  for (const { id: refundId } of await repository.listOldPending(db, { before })) {
    await enqueue(db, refundJob, { refundId }, { jobKey: `refund ${refundId}` })
  }
}
