import { minuteMs } from '#server/platform/local-time.ts'
import { OutsideTimeoutError } from '#server/platform/outside-services.ts'
import type { GatewayPayment } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as repository from '../repository/checkouts.ts'
import { applyPayment } from './apply-payment.ts'

/** The gateway normally responds or notifies sooner. */
const settleAfterMs = minuteMs
const batch = 100

/**
 * Asks the gateway about unsettled checkouts: the process died, a response was lost, or a notification is late. A checkout
 * without a payment at the gateway expires, so that its patient can pay again. If the gateway charges it later, that payment
 * pays the appointment or is refunded.
 */
export async function settleCheckouts(platform: Platform): Promise<void> {
  const { db, clock, gateway, log } = platform
  if (!gateway) return
  const now = clock.now()
  for (const checkout of await repository.listUnsettled(db, {
    before: new Date(now.getTime() - settleAfterMs),
    limit: batch,
  })) {
    if (checkout.gateway !== gateway.name) continue
    const change = { checkoutId: checkout.id, now }
    try {
      await repository.touchCheckout(db, change)
      const payments = await gateway.listPayments({ reference: checkout.id })
      for (const payment of decisive(payments)) await applyPayment(platform, payment)
      if (payments.length > 0) continue
      if (checkout.expiresAt <= now) await db.transaction().execute((tx) => repository.setExpired(tx, change))
    } catch (error) {
      // Each of the others would wait as long. The next run begins with those that were not asked about.
      if (error instanceof OutsideTimeoutError) return
      // A failure must not stop the other checkouts; the next run retries this one.
      log.error({ err: error, checkoutId: checkout.id }, 'a checkout could not be settled')
    }
  }
}

/**
 * An approved payment counts, even when another attempt was declined or is in process, and a second approved one is refunded. The
 * checkout is declined once no payment is in process.
 */
function decisive(payments: readonly GatewayPayment[]): GatewayPayment[] {
  const withStatus = (wanted: GatewayPayment['status']) => payments.filter(({ status }) => status === wanted)
  return [withStatus('approved'), withStatus('pending'), withStatus('declined')].find(({ length }) => length > 0) ?? []
}
