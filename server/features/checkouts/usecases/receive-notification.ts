import type { Notification } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import { applyPayment } from './apply-payment.ts'

/**
 * A notification only says which payment to read. The gateway's own answer decides, so an old, repeated or invented
 * notification changes nothing.
 * @returns false when the gateway did not sign it
 */
export async function receiveNotification(platform: Platform, notification: Notification): Promise<boolean> {
  const { gateway } = platform
  const named = gateway?.readNotification(notification)
  if (!gateway || !named) return false
  const payment = await gateway.findPayment(named)
  if (payment) await applyPayment(platform, payment)
  return true
}
