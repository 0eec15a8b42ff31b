import { findGivenBack, insertGivenBack } from '#server/features/payments/repository/given-back.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { refundableOf } from '../packages.rules.ts'
import * as repository from '../repository/packages.ts'
import { countSessions } from './read-packages.ts'
import { tellOfGivenBack } from './tell-buyer.ts'

/**
 * A package follows what the owner gave back of its payment in the gateway's panel, which asks Senda for nothing: less is left to give back,
 * and once nothing is, the package ends. Appointments that are reserved with it stay, because their patients count on them. The caller holds
 * the locks of lockBought() and of the checkout. Idempotent.
 */
export async function followOwnersRefund(
  tx: Tx,
  { platform, checkoutId, now }: { platform: Platform; checkoutId: string; now: Date },
): Promise<void> {
  const amountCents = await findGivenBack(tx, { checkoutId })
  const before = amountCents === 0 ? undefined : await repository.lockBought(tx, { checkoutId })
  const payment = before?.payments.find((each) => each.checkoutId === checkoutId)
  if (!before || !payment) return
  await insertGivenBack(tx, { id: newId(), paymentId: payment.id, checkoutId, amountCents, now })
  const { id: packageId, refundedAt, visits } = before
  const refundedCents = before.refundedCents + amountCents
  const after = { ...before, ...countSessions(before), refundedCents, validUntil: endless, stoppedAt: null, now }
  const hasEnded = refundableOf(after) === 0
  if (hasEnded && refundedAt === null) await repository.setRefunded(tx, { packageId, now })
  const reserved = visits.filter(({ status }) => status === 'pending' || status === 'confirmed').length
  await tellOfGivenBack(tx, { platform, row: before, refundCents: amountCents, hasEnded, reserved })
}

/** Also after its last day, what is left decides whether the package ends. */
const endless = new Date(8_640_000_000_000_000)
