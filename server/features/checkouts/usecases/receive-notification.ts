import type { Notification } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import { applyPayment } from './apply-payment.ts'

/**
 * A notification only names the payment to read from the gateway, so an old, repeated or forged notification changes
 * nothing.
 * @returns false when the gateway did not sign it
 */
export async function receiveNotification(platform: Platform, notification: Notification): Promise<boolean> {
  const { gateway } = platform
  const reference = gateway?.readNotification(notification)
  if (!gateway || !reference) return false
  const payment = await gateway.findPayment(reference)
  if (payment) await applyPayment(platform, payment)
  return true
}
