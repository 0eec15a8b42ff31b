import type { CheckoutMethod } from '#contract/checkouts.ts'
import { lockForPayment } from '#server/features/appointments/usecases/pay-online.ts'
import { lockDiscount } from '#server/features/promotions/usecases/discounts.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import type { PaymentGateway } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempts } from '#server/platform/rate-limit.ts'
import { fail } from '../checkouts.errors.ts'
import * as repository from '../repository/checkouts.ts'
import { applyPayment } from './apply-payment.ts'
import { quote, requireGateway, type Target } from './read-quote.ts'

type Start = Target & {
  patientId: string
  address: string
  method: CheckoutMethod
  token?: string | undefined
  /** What the patient accepted. */
  totalCents: number
  /** What the price counts on. */
  discount?: { kind: 'promotion' | 'reward'; id: string } | undefined
  idempotencyKey: string
}

/** How long the gateway's page takes a payment, and how long a charge of a card can take. */
const pageMinutes = 30
const chargeMinutes = 3
/** Enough for a patient who mistypes, too few to try out stolen cards. */
const attemptsPerHour = 20
/** A centre's patients may share one network. */
const attemptsPerAddress = 200

export type Started = { checkout: repository.CheckoutRow; redirectUrl: string | null }

/**
 * Stores the checkout before the gateway is asked, so that no charge exists without one, and its end after that. When the
 * gateway's answer is lost, a notification or a job settles it. Idempotent: the same key returns the same checkout.
 */
export async function startCheckout(platform: Platform, input: Start): Promise<Started> {
  const gateway = requireGateway(platform)
  const known = await repository.findByKey(platform.db, input)
  if (known) return { checkout: known, redirectUrl: null }
  await countAttempts(platform, [
    { name: 'checkouts.start', key: input.patientId, limit: attemptsPerHour, windowSeconds: hourMs / 1000 },
    { name: 'checkouts.start.address', key: input.address, limit: attemptsPerAddress, windowSeconds: hourMs / 1000 },
  ])
  const checkoutId = await platform.db.transaction().execute((tx) => insert(tx, { platform, gateway, input }))
  const order = { reference: checkoutId, title: 'Consulta reservada en Senda', amountCents: input.totalCents }
  if (input.method !== 'card' || input.token === undefined) {
    const redirectUrl = await openPage(platform, { gateway, order, method: input.method })
    return { checkout: await repository.requireCheckout(platform.db, { checkoutId }), redirectUrl }
  }
  const payment = await gateway.createPayment({ ...order, token: input.token }).catch((error: unknown) => {
    platform.log.warn({ err: error, checkoutId }, 'a payment was not answered')
    return undefined
  })
  const approved = payment && (await applyPayment(platform, payment))
  return { checkout: approved ?? (await repository.requireCheckout(platform.db, { checkoutId })), redirectUrl: null }
}

type Insert = { platform: Platform; gateway: PaymentGateway; input: Start }

/** Under the appointment's lock, so the price is the one that is stored. @returns the checkout's id */
async function insert(tx: Tx, { platform, gateway, input }: Insert): Promise<string> {
  const now = platform.clock.now()
  const { appointmentId, patientId, totalCents } = input
  if (appointmentId !== undefined && !(await lockForPayment(tx, { appointmentId, patientId }))) {
    throw fail('checkouts.not_found')
  }
  // Sent together.
  const [known, inProgress] = await Promise.all([
    repository.findByKey(tx, input),
    appointmentId === undefined ? undefined : repository.findInProgress(tx, { appointmentId }),
  ])
  if (known) return known.id
  const quoted = await quote(tx, { ...input, discountId: input.discount?.id ?? 'none', now })
  if (input.discount && !quoted.discount) throw fail('checkouts.discount_lost')
  if (inProgress) throw fail('checkouts.in_progress', { checkoutId: inProgress.id })
  if (quoted.totalCents !== totalCents) {
    throw fail('checkouts.price_changed', { lines: quoted.lines, totalCents: quoted.totalCents })
  }
  // After the read of the price, another appointment's payment may have used it.
  if (quoted.discount && !(await lockDiscount(tx, { patientId, discount: quoted.discount }))) {
    throw fail('checkouts.discount_lost')
  }
  const id = newId()
  const minutes = input.method === 'card' ? chargeMinutes : pageMinutes
  const expiresAt = new Date(now.getTime() + minutes * minuteMs)
  const checkout = { ...input, ...quoted, id, gateway: gateway.name, now, expiresAt }
  if (await repository.insertCheckout(tx, checkout)) return id
  const same = await repository.findByKey(tx, input)
  if (same) return same.id
  throw fail('checkouts.discount_in_use')
}

type Page = {
  gateway: PaymentGateway
  order: { reference: string; title: string; amountCents: number }
  method: CheckoutMethod
}

async function openPage({ settings, clock, log }: Platform, { gateway, order, method }: Page): Promise<string> {
  const expiresAt = new Date(clock.now().getTime() + pageMinutes * minuteMs)
  const returnUrl = `${settings.publicUrl}/dashboard?${new URLSearchParams({ checkout: order.reference })}`
  try {
    return await gateway.createPreference({
      ...order,
      method: method === 'wallet' ? 'wallet' : 'mobile',
      returnUrl,
      expiresAt,
    })
  } catch (error) {
    log.warn({ err: error, checkoutId: order.reference }, 'the page of a payment could not be opened')
    throw fail('checkouts.failed')
  }
}
