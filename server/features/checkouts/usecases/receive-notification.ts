import { z } from 'zod'
import { findByAccountId } from '#server/features/payment-accounts/repository/payment-accounts.ts'
import { checkAccount } from '#server/features/payment-accounts/usecases/refresh-tokens.ts'
import { withSeller } from '#server/features/payment-accounts/usecases/with-seller.ts'
import { type PaymentGateway, SellerRefusedError, UnreadablePaymentError } from '#server/platform/payment-gateway.ts'
import type { NotificationRequest } from '#server/platform/payment-notifications.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addressAttempts, countAttempts } from '#server/platform/rate-limit.ts'
import { findAccountOf } from '../repository/checkouts.ts'
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
  const { topic, paymentId, isSigned, accountId, reference } = gateway.readNotification(request)
  if (paymentId === undefined && (topic !== connectionTopic || accountId === undefined)) {
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
  if (paymentId !== undefined) await readPayment(platform, { gateway, paymentId, accountId, reference })
  else if (accountId !== undefined) await checkAccount(platform, { accountId })
}

/** A seller withdrew the consent, or gave it. */
const connectionTopic = 'mp-connect'

type Named = {
  gateway: PaymentGateway
  paymentId: string
  accountId: string | undefined
  reference: string | undefined
}

/** What can never be read is accepted, too, because repeating the notification is of no use; the log says it. */
async function readPayment(platform: Platform, { gateway, paymentId, ...hints }: Named): Promise<void> {
  const { log } = platform
  const paymentAccountId = await findReceiver(platform, { gateway, ...hints })
  if (paymentAccountId === undefined) {
    log.info({ paymentId }, 'a notification of the gateway names no known account')
    return
  }
  try {
    const payment = await withSeller(platform, { gateway, paymentAccountId }, ({ seller }) =>
      gateway.findPayment({ seller, paymentId }),
    )
    if (payment) await applyPayment(platform, payment, { paymentAccountId })
  } catch (error) {
    if (!(error instanceof SellerRefusedError || error instanceof UnreadablePaymentError)) throw error
    log.error({ err: error, paymentId }, 'a payment that the gateway notified cannot be read')
  }
}

/** The account with which the payment can be read; null: the gateway knows none; undefined: nothing names it. */
async function findReceiver(
  { db }: Platform,
  { gateway, accountId, reference }: Omit<Named, 'paymentId'>,
): Promise<string | null | undefined> {
  if (!gateway.accounts) return null
  const isId = z.uuid().safeParse(reference).success
  const checkout = isId && reference ? await findAccountOf(db, { checkoutId: reference }) : undefined
  if (checkout?.gateway === gateway.name && checkout.paymentAccountId !== null) return checkout.paymentAccountId
  if (accountId === undefined) return undefined
  return (await findByAccountId(db, { gateway: gateway.name, accountId }))?.id
}
