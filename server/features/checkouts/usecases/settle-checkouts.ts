import { withSeller } from '#server/features/payment-accounts/usecases/with-seller.ts'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import { OutsideTimeoutError } from '#server/platform/outside-services.ts'
import { type GatewayPayment, SellerRefusedError, UnreadablePaymentError } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listDueLateChecks, postponeLateCheck, setNextLateCheck } from '../repository/late-checks.ts'
import * as outcomes from '../repository/outcomes.ts'
import { setRead, setUnread } from '../repository/unread.ts'
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
  await askAbout(platform, open, async ({ id: checkoutId, expiresAt, paymentAccountId, noticedIds }) => {
    await outcomes.touchCheckout(platform.db, { checkoutId, now })
    const { count } = await readPayments(platform, { checkoutId, paymentAccountId, noticedIds, countedId: null })
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
  await askAbout(platform, due, async ({ id: checkoutId, status, checks, gatewayPaymentId, ...question }) => {
    await postponeLateCheck(db, { checkoutId, until: new Date(now.getTime() + repeatAfterMs) })
    // A search may not show it: the owner of the account can make any number of payments with the same reference.
    const countedId = status === 'approved' ? gatewayPaymentId : null
    const answer = readPayments(platform, { ...question, checkoutId, countedId })
    const { isApproved } = await answer.catch(async (error: unknown) => {
      const until = new Date(now.getTime() + refusedRepeatAfterMs)
      if (error instanceof SellerRefusedError) await postponeLateCheck(db, { checkoutId, until })
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
  /** The payments that were notified when they could not be read. */
  noticedIds: readonly string[]
  /** The payment that the checkout counts, which has to be among the answers. */
  countedId: string | null
}

type Answer = { count: number; isApproved: boolean }

/** Applies the payments of a checkout, and records whether the gateway shows them. A short silence of the gateway says nothing of them. */
async function readPayments(platform: Platform, question: Question): Promise<Answer> {
  const { db, clock } = platform
  const { checkoutId, noticedIds: paymentIds } = question
  try {
    const answer = await applyPayments(platform, question)
    await setRead(db, { checkoutId, paymentIds })
    return answer
  } catch (error) {
    if (!(error instanceof OutsideTimeoutError)) await setUnread(db, { checkoutId, now: clock.now() })
    throw error
  }
}

async function applyPayments(
  platform: Platform,
  { checkoutId, paymentAccountId, noticedIds, countedId }: Question,
): Promise<Answer> {
  const gateway = requireGateway(platform)
  const asSeller = { gateway, paymentAccountId }
  const named = await withSeller(platform, asSeller, async ({ seller }) => {
    const found: GatewayPayment[] = []
    for (const paymentId of new Set([...noticedIds, ...(countedId === null ? [] : [countedId])])) {
      const payment = await gateway.findPayment({ seller, paymentId }).catch(unreadable)
      if (payment?.reference === checkoutId) found.push(payment)
      else if (paymentId === countedId) throw new Error(`the gateway no longer has the payment ${paymentId}`)
    }
    return found
  })
  // What is known by its id counts also where the search fails.
  const isKnownApproved = await applyEach(platform, { payments: named.filter(isPaid), paymentAccountId })
  const listed = await withSeller(platform, asSeller, ({ seller }) =>
    gateway.listPayments({ seller, reference: checkoutId }),
  )
  const payments = [...listed, ...named.filter(({ id }) => !listed.some((other) => other.id === id))]
  const isApproved = await applyEach(platform, { payments: decisive(payments), paymentAccountId })
  return { count: payments.length, isApproved: isApproved || isKnownApproved }
}

type Applied = { payments: readonly GatewayPayment[]; paymentAccountId: string | null }

/** @returns whether one of them was approved by this call */
async function applyEach(platform: Platform, { payments, paymentAccountId }: Applied): Promise<boolean> {
  let isApproved = false
  for (const payment of payments) {
    if (await applyPayment(platform, payment, { paymentAccountId })) isApproved = true
  }
  return isApproved
}

const isPaid = ({ status }: GatewayPayment) => status === 'approved'

/** One that can never be read hides no other: any visitor can name it. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof UnreadablePaymentError)) throw error
}

/**
 * An approved payment counts, even when another attempt was declined or is in process, and a second approved one is refunded. The
 * checkout is declined once no payment is in process.
 */
function decisive(payments: readonly GatewayPayment[]): GatewayPayment[] {
  const withStatus = (wanted: GatewayPayment['status']) => payments.filter(({ status }) => status === wanted)
  return [withStatus('approved'), withStatus('pending'), withStatus('declined')].find(({ length }) => length > 0) ?? []
}
