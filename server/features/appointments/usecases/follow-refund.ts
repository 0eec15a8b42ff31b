import { createOfVisit } from '#server/features/invoicing/usecases/create-documents.ts'
import {
  findGivenBack,
  findPaymentOfVisit,
  insertGivenBack,
  ownersReason as reason,
} from '#server/features/payments/repository/given-back.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { touch } from '../repository/changes.ts'
import { tellOfRefund } from './tell-refund.ts'

type Paid = { platform: Platform; checkoutId: string; now: Date }

/**
 * A visit follows what the owner gave back of its payment in the gateway's panel, which asks Senda for nothing. It is a refund like those
 * of the desk, except that its commission and its discount stay: the visit took place, and Senda's credit was used. The caller holds the
 * locks of the appointment and of the checkout. Idempotent.
 */
export async function followRefundOfVisit(tx: Tx, { platform, checkoutId, now }: Paid): Promise<void> {
  const amountCents = await findGivenBack(tx, { checkoutId })
  const payment = amountCents === 0 ? undefined : await findPaymentOfVisit(tx, { checkoutId })
  if (!payment) return
  const { id: paymentId, appointmentId } = payment
  await createOfVisit(tx, platform, payment)
  await insertGivenBack(tx, { id: newId(), paymentId, checkoutId, amountCents, now })
  // Its note has this day, whenever the documents are exported.
  await createOfVisit(tx, platform, payment)
  await touch(tx, { appointmentId, now })
  await tellOfRefund(tx, { platform, appointmentId, amountCents, isOnline: true, reason, pointsTakenBack: 0 })
}
