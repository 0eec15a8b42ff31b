import { minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as repository from '../repository/checkouts.ts'
import { applyPayment } from './apply-payment.ts'

/** An answer takes less, and so does the notification that follows it. */
const patienceMs = minuteMs
const batch = 100

/**
 * Asks the gateway what became of the checkouts that have no end: the process died, an answer was lost, or a notification is
 * late. A checkout that the gateway never heard of expires, so that
 * its patient can pay again; should the gateway still charge it, that payment counts or is given back.
 */
export async function settleCheckouts(platform: Platform): Promise<void> {
  const { db, clock, gateway, log } = platform
  if (!gateway) return
  const now = clock.now()
  for (const checkout of await repository.listUnsettled(db, {
    before: new Date(now.getTime() - patienceMs),
    limit: batch,
  })) {
    if (checkout.gateway !== gateway.name) continue
    const change = { checkoutId: checkout.id, now }
    try {
      await repository.touchCheckout(db, change)
      const payments = await gateway.listPayments({ reference: checkout.id })
      // An approved payment counts, even when a later attempt was declined.
      const payment = payments.find(({ status }) => status === 'approved') ?? payments[0]
      if (payment) await applyPayment(platform, payment)
      else if (checkout.expiresAt <= now) await db.transaction().execute((tx) => repository.setExpired(tx, change))
    } catch (error) {
      // One failure must not stop the rest; the next run tries this one again.
      log.error({ err: error, checkoutId: checkout.id }, 'a checkout could not be settled')
    }
  }
}
