import { z } from 'zod'
import { failRequest } from '#contract/errors.ts'
import { findByAccountId } from '#server/features/payment-accounts/repository/payment-accounts.ts'
import { checkAccount } from '#server/features/payment-accounts/usecases/refresh-tokens.ts'
import { withSeller } from '#server/features/payment-accounts/usecases/with-seller.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { OutsideTimeoutError } from '#server/platform/outside-services.ts'
import { type PaymentGateway, SellerRefusedError, UnreadablePaymentError } from '#server/platform/payment-gateway.ts'
import type { NotificationRequest } from '#server/platform/payment-notifications.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addressAttempts, countAttempts } from '#server/platform/rate-limit.ts'
import { findAccountOf } from '../repository/checkouts.ts'
import { keepNoticed, removeNoticed } from '../repository/unread.ts'
import { applyPayment } from './apply-payment.ts'

/** A real payment is unsigned when it was made with a QR code or with test credentials, which is rare. */
const hintsPerMinute = { ofAddress: 30, ofAll: 300 }

/**
 * A notification only names the payment to read from the gateway, so an old, repeated or forged notification changes
 * nothing. An unsigned one is limited, because each asks the gateway; the job that settles checkouts reads what the limit
 * refuses.
 * @throws request.too_many, service.unavailable
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

/**
 * What can never be read is accepted, too, because repeating the notification is of no use; the log says it. What can't be read now is kept
 * with its checkout, and the gateway repeats its notification for days. @throws service.unavailable
 */
async function readPayment(platform: Platform, { gateway, paymentId, ...hints }: Named): Promise<void> {
  const { db, log } = platform
  const paymentAccountId = await findReceiver(platform, { gateway, ...hints })
  if (paymentAccountId === undefined) {
    log.info({ paymentId }, 'a notification of the gateway names no known account')
    return
  }
  try {
    const payment = await withSeller(platform, { gateway, paymentAccountId }, ({ seller }) =>
      gateway.findPayment({ seller, paymentId }),
    )
    if (!payment) return
    await applyPayment(platform, payment, { paymentAccountId })
    if (isId(payment.reference)) await removeNoticed(db, { checkoutId: payment.reference, paymentId })
  } catch (error) {
    if (error instanceof OutsideTimeoutError) throw error
    log.error({ err: error, paymentId }, 'a payment that the gateway notified cannot be read')
    if (error instanceof UnreadablePaymentError) return
    const isAwaited = await keepAwaited(platform, { ...hints, paymentId, paymentAccountId })
    if (!(error instanceof SellerRefusedError)) throw error
    if (isAwaited) throw failRequest('service.unavailable')
  }
}

/** The gateway repeats a notification for some days. */
const repeatedDays = 7
const repeatedAfterMs = hourMs

type Refused = Pick<Named, 'paymentId' | 'reference'> & { paymentAccountId: string | null }

/** Keeps the payment with the checkout that the notification names, if it has one. @returns whether the gateway has to repeat it */
async function keepAwaited({ db, clock }: Platform, { paymentId, reference, paymentAccountId }: Refused) {
  const checkout = isId(reference) ? await findAccountOf(db, { checkoutId: reference }) : undefined
  if (!checkout || !isId(reference) || checkout.paymentAccountId !== paymentAccountId) return false
  const now = clock.now()
  const unreadAfter = new Date(now.getTime() - repeatedDays * dayMs)
  const againAt = new Date(now.getTime() + repeatedAfterMs)
  return keepNoticed(db, { checkoutId: reference, paymentId, now, againAt, unreadAfter })
}

const isId = (text: string | undefined): text is string => z.uuid().safeParse(text).success

/** The account with which the payment can be read; null: the gateway knows none; undefined: nothing names it. */
async function findReceiver(
  { db }: Platform,
  { gateway, accountId, reference }: Omit<Named, 'paymentId'>,
): Promise<string | null | undefined> {
  if (!gateway.accounts) return null
  const checkout = isId(reference) ? await findAccountOf(db, { checkoutId: reference }) : undefined
  if (checkout?.gateway === gateway.name && checkout.paymentAccountId !== null) return checkout.paymentAccountId
  if (accountId === undefined) return undefined
  return (await findByAccountId(db, { gateway: gateway.name, accountId }))?.id
}
