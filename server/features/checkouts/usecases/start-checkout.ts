import { brand } from '#contract/brand.ts'
import { depositMarginMinutes } from '#contract/calendar.ts'
import type { CheckoutMethod } from '#contract/checkouts.ts'
import { failField, failRequest } from '#contract/errors.ts'
import type { Receiver } from '#contract/tax-data.ts'
import { lockForPayment, lockPayer } from '#server/features/appointments/usecases/pay-online.ts'
import { lockCenterState } from '#server/features/centers/repository/closed.ts'
import { readFee } from '#server/features/commissions/usecases/charge-commissions.ts'
import { findOfUser } from '#server/features/invoicing/repository/tax-data.ts'
import { lockPurchase, requirePublished } from '#server/features/packages/usecases/sell-online.ts'
import { withSeller } from '#server/features/payment-accounts/usecases/with-seller.ts'
import { lockDiscount } from '#server/features/promotions/usecases/discounts.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { type PaymentGateway, SellerRefusedError } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { inOrder } from '#server/platform/postgres/in-order.ts'
import { addressAttempts, countAttempts } from '#server/platform/rate-limit.ts'
import { requireTerms } from '#server/platform/version.ts'
import { fail } from '../checkouts.errors.ts'
import * as repository from '../repository/checkouts.ts'
import * as newCheckouts from '../repository/new-checkouts.ts'
import { findPayableProfessional } from '../repository/payable-professionals.ts'
import { applyPayment } from './apply-payment.ts'
import { findPaymentInProgress, quote, requireAccount, requireGateway, type Target } from './read-quote.ts'

type CheckoutRequest = Target & {
  patientId: string
  address: string
  method: CheckoutMethod
  token?: string | undefined
  totalCents: number
  /** The terms of the appointment or of the package that the patient read. */
  terms?: string | undefined
  discount?: { kind: 'promotion' | 'reward'; id: string } | undefined
  /** The patient's tax data go on the receipt. */
  withTaxData?: boolean | undefined
  idempotencyKey: string
}

/** How long the gateway's page accepts a payment, and how long charging a card can take. */
const pageMinutes = 30
const chargeMinutes = 3
const orderTitle = ({ isPackage }: { isPackage: boolean }) =>
  isPackage ? `Bono de sesiones en ${brand.name}` : `Consulta reservada en ${brand.name}`
/** This is enough for a patient who mistypes, and too few to test stolen cards. */
const attemptsPerHour = 20
/** A centre's patients may share one network. */
const attemptsPerAddress = 600

export type StartedCheckout = { checkout: repository.CheckoutRow; redirectUrl: string | null }

/**
 * Stores the checkout before it calls the gateway, so that no charge exists without one, and the outcome afterwards. If the
 * gateway's response is lost, a notification or a job settles it. Idempotent: the same key returns the same checkout, and the same
 * page to pay it on.
 * @throws request.key_reused
 */
export async function startCheckout(platform: Platform, input: CheckoutRequest): Promise<StartedCheckout> {
  const gateway = requireGateway(platform)
  if (!gateway.methods.includes(input.method))
    throw failField('method', 'Así no se paga aquí. Elige otra forma de pago')
  const sent = await findSent(platform.db, input)
  const response = sent && respondToSent(platform, sent)
  if (response) return response
  await countAttempts(platform, [
    { name: 'checkouts.start', key: input.patientId, limit: attemptsPerHour, windowSeconds: hourMs / 1000 },
    ...addressAttempts({
      name: 'checkouts.start.address',
      address: input.address,
      limit: attemptsPerAddress,
      windowSeconds: hourMs / 1000,
    }),
  ])
  const { id: checkoutId, isNew } = sent
    ? { id: sent.id, isNew: false }
    : await platform.db.transaction().execute((tx) => insertUnderLock(tx, { platform, gateway, input }))
  if (!isNew || input.method !== 'card') {
    const checkout = await repository.requireCheckout(platform.db, { checkoutId })
    // A simultaneous request with the same key has stored it, and may be charging its card.
    const concurrent = isNew ? undefined : respondToSent(platform, checkout)
    if (concurrent) return concurrent
    return { checkout, redirectUrl: await openPage(platform, { gateway, checkout }) }
  }
  if (input.token === undefined) throw new Error('A payment by card has the token of its card.')
  const order = {
    seller: null,
    reference: checkoutId,
    title: orderTitle({ isPackage: input.offerId !== undefined }),
    amountCents: input.totalCents,
  }
  const payment = await gateway.createPayment({ ...order, token: input.token }).catch((error: unknown) => {
    platform.log.warn({ err: error, checkoutId }, 'the gateway did not respond to a payment')
    return undefined
  })
  const approved = payment && (await applyPayment(platform, payment))
  return { checkout: approved ?? (await repository.requireCheckout(platform.db, { checkoutId })), redirectUrl: null }
}

/** What a repeated request receives at once; undefined when the page of its checkout has still to be opened. */
function respondToSent({ clock }: Platform, checkout: repository.CheckoutRow): StartedCheckout | undefined {
  if (!waitsForPage(checkout, clock.now())) return { checkout, redirectUrl: null }
  return checkout.pageUrl === null ? undefined : { checkout, redirectUrl: checkout.pageUrl }
}

/**
 * The checkout of an earlier request with this key. One by card is returned whatever is requested now, because the card may have
 * been charged; of a page only the same order is.
 * @throws request.key_reused
 */
async function findSent(db: Db | Tx, input: CheckoutRequest): Promise<repository.CheckoutRow | undefined> {
  const sent = await repository.findByKey(db, input)
  if (sent && sent.method !== 'card' && !isSameOrder(sent, input)) throw failRequest('request.key_reused')
  return sent
}

function isSameOrder(
  sent: repository.CheckoutRow,
  { method, totalCents, discount, withTaxData = false, ...target }: CheckoutRequest,
): boolean {
  const { appointmentId = null, professionalId = null, offerId = null } = target
  const isSameTarget =
    sent.appointmentId === appointmentId &&
    sent.offerId === offerId &&
    (appointmentId !== null || sent.professionalId === professionalId)
  const sentDiscount = sent.promotionUseId ?? sent.redemptionId
  return (
    isSameTarget &&
    withTaxData === (sent.receiver !== null) &&
    sent.method === method &&
    sent.totalCents === totalCents &&
    sentDiscount === (discount?.id ?? null)
  )
}

/** Whether the patient has not paid on the gateway's page, or never got there. */
function waitsForPage({ method, status, expiresAt }: repository.CheckoutRow, now: Date): boolean {
  return method !== 'card' && status === 'created' && expiresAt > now
}

type Insertion = { platform: Platform; gateway: PaymentGateway; input: CheckoutRequest }

/** Locks the appointment or the offer, so that the price cannot change while the checkout is stored. */
async function insertUnderLock(
  tx: Tx,
  { platform, gateway, input }: Insertion,
): Promise<{ id: string; isNew: boolean }> {
  const now = platform.clock.now()
  const { appointmentId, offerId, patientId, totalCents } = input
  if (offerId !== undefined) await lockOffered(tx, { offerId, patientId, now })
  if (appointmentId !== undefined && !(await lockForPayment(tx, { appointmentId, patientId }))) {
    throw fail('checkouts.not_found')
  }
  const [existing, inProgress] = await inOrder(tx, [findSent(tx, input), findPaymentInProgress(tx, input)])
  if (existing) return { id: existing.id, isNew: false }
  // The lock of an appointment, or of a purchase, keeps its centre open, too.
  if (input.professionalId !== undefined) await requireOpenCenter(tx, { ...input, now })
  const quoted = await quote(tx, { ...input, discountId: input.discount?.id ?? 'none', now })
  if (input.discount && !quoted.discount) throw fail('checkouts.discount_lost')
  if (inProgress) throw fail('checkouts.in_progress', { checkoutId: inProgress.id })
  if (quoted.totalCents !== totalCents) {
    throw fail('checkouts.price_changed', { lines: quoted.lines, totalCents: quoted.totalCents })
  }
  // Paying accepts a desk booking, so the patient must have read its time, its professional and its rule.
  if (quoted.terms !== null) requireTerms({ seen: input.terms, current: quoted.terms })
  // Another appointment's payment may have used the discount after the price was read.
  if (quoted.discount && !(await lockDiscount(tx, { patientId, discount: quoted.discount }))) {
    throw fail('checkouts.discount_lost')
  }
  const receiver = input.withTaxData ? await requireReceiver(tx, { userId: patientId }) : null
  const id = newId()
  const expiresAt = expiryOf({ ...input, ...quoted, now })
  if (expiresAt <= now) throw fail('checkouts.hold_lost')
  const paymentAccountId = await requireAccount(tx, { gateway, centerId: quoted.centerId })
  // Without an account of the centre, Senda receives the payment and settles the commission afterwards.
  const feeCents =
    paymentAccountId === null || appointmentId === undefined
      ? 0
      : await readFee(tx, { appointmentId, amountCents: totalCents, now })
  const checkout = {
    ...input,
    ...quoted,
    receiver,
    id,
    gateway: gateway.name,
    paymentAccountId,
    feeCents,
    now,
    expiresAt,
  }
  if (await newCheckouts.insertCheckout(tx, checkout)) return { id, isNew: true }
  const concurrent = await findSent(tx, input)
  if (concurrent) return { id: concurrent.id, isNew: false }
  throw fail('checkouts.discount_in_use')
}

type Purchase = { offerId: string; patientId: string; now: Date }

/** Locks account, centre and purchases, as the approval does. @throws packages.offer_not_found */
async function lockOffered(tx: Tx, { offerId, patientId, now }: Purchase): Promise<void> {
  const { centerId } = await requirePublished(tx, { offerId, patientId })
  if (!(await lockPayer(tx, { patientId }))) throw fail('checkouts.not_found')
  if ((await lockCenterState(tx, { centerId, now })) !== 'open') throw fail('packages.offer_not_found')
  await lockPurchase(tx, { patientId, offerId, centerId })
}

type Payable = { method: CheckoutMethod; heldUntil: Date | null; now: Date }

/** A deposit is taken until shortly before its time is freed, so that the gateway's response arrives before. */
function expiryOf({ method, heldUntil, now }: Payable): Date {
  const minutes = method === 'card' ? chargeMinutes : pageMinutes
  const usual = now.getTime() + minutes * minuteMs
  const held = heldUntil === null ? usual : heldUntil.getTime() - depositMarginMinutes * minuteMs
  return new Date(Math.min(usual, held))
}

/** @throws checkouts.no_tax_data */
async function requireReceiver(tx: Tx, { userId }: { userId: string }): Promise<Receiver> {
  const receiver = await findOfUser(tx, { userId })
  if (!receiver) throw fail('checkouts.no_tax_data')
  return receiver
}

/** Staff close the centre of a direct payment before it is stored, or after. @throws checkouts.unknown_professional */
async function requireOpenCenter(tx: Tx, { professionalId, now }: Target & { now: Date }): Promise<void> {
  const professional = await findPayableProfessional(tx, { professionalId: professionalId ?? '' })
  const isOpen = professional && (await lockCenterState(tx, { ...professional, now })) === 'open'
  if (!isOpen) throw fail('checkouts.unknown_professional')
}

type PageRequest = { gateway: PaymentGateway; checkout: repository.CheckoutRow }

/** One page for a checkout: a second one could be paid, too. */
async function openPage(platform: Platform, { gateway, checkout }: PageRequest): Promise<string> {
  const { db, settings, log } = platform
  const { id: checkoutId, totalCents: amountCents, method, expiresAt, createdAt, paymentAccountId, feeCents } = checkout
  const returnUrl = `${settings.publicUrl}/dashboard?${new URLSearchParams({ checkout: checkoutId })}`
  try {
    const order = {
      reference: checkoutId,
      title: orderTitle({ isPackage: checkout.packageTerms !== null }),
      amountCents,
      feeCents,
      returnUrl,
      createdAt,
      expiresAt,
    }
    const wanted = { ...order, method: method === 'card' ? 'page' : method } as const
    const page = await withSeller(platform, { gateway, paymentAccountId }, ({ seller }) =>
      gateway.createPreference({ ...wanted, seller }),
    )
    return (await newCheckouts.setPageUrl(db, { checkoutId, page })) ?? page.url
  } catch (error) {
    log.warn({ err: error, checkoutId }, 'the page of a payment could not be opened')
    // The gateway refuses the access of the centre, so another attempt would fail, too.
    throw fail(error instanceof SellerRefusedError ? 'checkouts.off' : 'checkouts.failed')
  }
}
