import { withSeller } from '#server/features/payment-accounts/usecases/with-seller.ts'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import { OutsideTimeoutError } from '#server/platform/outside-services.ts'
import { type GatewayPayment, SellerRefusedError } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listDueLateChecks, postponeLateCheck, setNextLateCheck, setUnread } from '../repository/late-checks.ts'
import * as outcomes from '../repository/outcomes.ts'
import { applyPayment } from './apply-payment.ts'
import { requireGateway } from './read-quote.ts'

/** The gateway normally responds or notifies sooner. */
const settleAfterMs = minuteMs
/** A late check that failed is repeated after this. */
const repeatAfterMs = 10 * minuteMs
/** A check that the seller's account refused is repeated after this: only its owner can change it. */
const refusedRepeatAfterMs = dayMs
const batch = 100

/**
 * Asks the gateway about unsettled checkouts: the process died, a response was lost, or a notification is late. A checkout
 * without a payment at the gateway expires, so that its patient can pay again. If the gateway charges it later, that payment
 * pays the appointment or is refunded.
 */
export async function settleCheckouts(platform: Platform): Promise<void> {
  if (!platform.gateway) return
  const gateway = platform.gateway.name
  const now = platform.clock.now()
  const before = new Date(now.getTime() - settleAfterMs)
  const open = await outcomes.listUnsettled(platform.db, { gateway, before, limit: batch })
  await askAbout(platform, open, async ({ id: checkoutId, expiresAt, paymentAccountId }) => {
    await outcomes.touchCheckout(platform.db, { checkoutId, now })
    const { count } = await applyPayments(platform, { checkoutId, paymentAccountId })
    if (count > 0 || expiresAt > now) return
    await platform.db.transaction().execute((tx) => outcomes.setExpired(tx, { checkoutId, now }))
  })
}

/**
 * Asks the gateway again about checkouts that ended: the patient may have paid afterwards, or twice, on the gateway's page, and the
 * notification may never arrive. Such a payment pays the appointment or is refunded.
 */
export async function findLatePayments(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  if (!platform.gateway) return
  const now = clock.now()
  const due = await listDueLateChecks(db, { gateway: platform.gateway.name, now, limit: batch })
  await askAbout(platform, due, async ({ id: checkoutId, status, checks, paymentAccountId, gatewayPaymentId }) => {
    const until = new Date(now.getTime() + repeatAfterMs)
    await postponeLateCheck(db, { checkoutId, until })
    // A search may not show it: the owner of the account can make any number of payments with the same reference.
    const paymentId = status === 'approved' ? gatewayPaymentId : null
    const answer = applyPayments(platform, { checkoutId, paymentAccountId, paymentId })
    const { isApproved } = await answer.catch(async (error: unknown) => {
      if (!(error instanceof OutsideTimeoutError)) {
        const isRefused = error instanceof SellerRefusedError
        const again = isRefused ? new Date(now.getTime() + refusedRepeatAfterMs) : until
        await setUnread(db, { checkoutId, until: again, now })
      }
      throw error
    })
    await setNextLateCheck(db, { checkoutId, status, checks: checks + 1, now })
    if (isApproved) log.warn({ checkoutId }, 'the gateway had a payment that it did not notify')
  })
}

/** Asks about one checkout after the other. A failure does not stop the others, and the next run retries it. */
async function askAbout<Checkout extends { id: string }>(
  { log }: Platform,
  checkouts: readonly Checkout[],
  ask: (checkout: Checkout) => Promise<void>,
): Promise<void> {
  for (const checkout of checkouts) {
    try {
      await ask(checkout)
    } catch (error) {
      // Each of the others would wait as long. The next run begins with those that were not answer about.
      if (error instanceof OutsideTimeoutError) return
      log.error({ err: error, checkoutId: checkout.id }, 'a checkout could not be settled')
    }
  }
}

type Question = {
  checkoutId: string
  paymentAccountId: string | null
  /** The payment that the checkout counts, which has to be among the answers. */
  paymentId?: string | null
}

async function applyPayments(
  platform: Platform,
  { checkoutId, paymentAccountId, paymentId = null }: Question,
): Promise<{ count: number; isApproved: boolean }> {
  const gateway = requireGateway(platform)
  const payments = await withSeller(platform, { gateway, paymentAccountId }, async ({ seller }) => {
    const listed = await gateway.listPayments({ seller, reference: checkoutId })
    if (paymentId === null || listed.some(({ id }) => id === paymentId)) return listed
    const counted = await gateway.findPayment({ seller, paymentId })
    if (!counted) throw new Error(`the gateway no longer has the payment ${paymentId}`)
    return [...listed, counted]
  })
  let isApproved = false
  for (const payment of decisive(payments)) {
    if (await applyPayment(platform, payment, { paymentAccountId })) isApproved = true
  }
  return { count: payments.length, isApproved }
}

/**
 * An approved payment counts, even when another attempt was declined or is in process, and a second approved one is refunded. The
 * checkout is declined once no payment is in process.
 */
function decisive(payments: readonly GatewayPayment[]): GatewayPayment[] {
  const withStatus = (wanted: GatewayPayment['status']) => payments.filter(({ status }) => status === wanted)
  return [withStatus('approved'), withStatus('pending'), withStatus('declined')].find(({ length }) => length > 0) ?? []
}
