import type { NotificationRequest } from '#server/platform/payment-notifications.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addressAttempts, countAttempts } from '#server/platform/rate-limit.ts'
import { applyPayment } from './apply-payment.ts'

/** A real payment is unsigned when it was made with a QR code or with test credentials, which is rare. */
const hintsPerMinute = { ofAddress: 30, ofAll: 300 }

/**
 * A notification only names the payment to read from the gateway, so an old, repeated or forged notification changes
 * nothing. An unsigned one is limited, because each asks the gateway; the job that settles checkouts reads what the limit
 * refuses.
 * @throws request.too_many
 */
export async function receiveNotification(
  platform: Platform,
  { request, address }: { request: NotificationRequest; address: string },
): Promise<void> {
  const { gateway, log } = platform
  if (!gateway) return
  const { topic, paymentId, isSigned } = gateway.readNotification(request)
  if (paymentId === undefined) {
    log.info({ topic }, 'a notification of the gateway names no payment')
    return
  }
  if (!isSigned) {
    const name = 'checkouts.unsigned'
    await countAttempts(platform, [
      ...addressAttempts({ name: `${name}.address`, address, limit: hintsPerMinute.ofAddress, windowSeconds: 60 }),
      { name, key: 'all', limit: hintsPerMinute.ofAll, windowSeconds: 60 },
    ])
  }
  const payment = await gateway.findPayment({ paymentId })
  if (payment) await applyPayment(platform, payment)
}
