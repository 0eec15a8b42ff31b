import { Temporal } from 'temporal-polyfill'
import { zone } from '#contract/calendar.ts'
import type { PackageState } from '#contract/packages.ts'
import { dayMs, localDay, wholeDay } from '#server/platform/local-time.ts'

/**
 * The value of each session in cents, in the order in which they are reserved. Their sum is the price: the last ones are worth one cent
 * more where the price cannot be divided evenly.
 */
export function sessionValues({ priceCents, sessions }: { priceCents: number; sessions: number }): number[] {
  const each = Math.floor(priceCents / sessions)
  const withCent = priceCents % sessions
  return Array.from({ length: sessions }, (_, index) => (index < sessions - withCent ? each : each + 1))
}

/** The first instant after the last day of a package that is sold now. The day of the sale does not count. */
export function endOfValidity({ soldAt, validityDays }: { soldAt: Date; validityDays: number }): Date {
  const lastDay = Temporal.PlainDate.from(localDay({ instant: soldAt, zone }))
    .add({ days: validityDays })
    .toString()
  return wholeDay({ day: lastDay, zone }).endsAt
}

type Validity = {
  validUntil: Date
  /** Since when it stands still, because its buyer can't book; null: it runs. */
  stoppedAt: Date | null
  now: Date
}

/** The first instant after the last day of a package, as of now: a validity that stands still is longer by each day since it does. */
export function endOf({ validUntil, stoppedAt, now }: Validity): Date {
  if (stoppedAt === null) return validUntil
  const days = Math.ceil(Math.max(0, now.getTime() - stoppedAt.getTime()) / dayMs)
  return new Date(validUntil.getTime() + days * dayMs)
}

/** The last local day of a package, as of now. */
export function lastDayOf(validity: Validity): string {
  return localDay({ instant: new Date(endOf(validity).getTime() - 1), zone })
}

type Sold = Validity & {
  sessions: number
  paidCents: number
  refundedCents: number
  refundedAt: Date | null
  /** Its payer disputes the payment at the gateway, or has got it back there. */
  isDisputed: boolean
  /** The sessions that pay for an appointment, open ones as `reserved`. */
  reserved: number
  used: number
  usedCents: number
  /** Those that were free when the package ended, before it lasted longer for one that the centre cancelled. */
  lapsed: number
  lapsedCents: number
}

export function stateOf(sold: Sold): PackageState {
  const { refundedAt, isDisputed, sessions, reserved, used, lapsed, now } = sold
  if (refundedAt !== null) return 'refunded'
  if (isDisputed) return 'disputed'
  if (endOf(sold) <= now) return 'expired'
  return reserved + used + lapsed >= sessions ? 'used_up' : 'active'
}

/** The sessions that can still be reserved. */
export function leftOf(sold: Sold): number {
  return stateOf(sold) === 'active' ? sold.sessions - sold.reserved - sold.used - sold.lapsed : 0
}

/**
 * The rule paid_less_used: what was paid, less the used and the lapsed sessions and what was given back before, never below 0. After its last day
 * nothing is given back, nor while the payment is disputed. A session that comes back to a refunded package can be refunded afterwards.
 */
export function refundableOf(sold: Sold): number {
  const { paidCents, usedCents, lapsedCents, refundedCents, refundedAt, isDisputed, now } = sold
  if (isDisputed || (endOf(sold) <= now && refundedAt === null)) return 0
  return Math.max(0, paidCents - usedCents - lapsedCents - refundedCents)
}

type Payment = { id: number; amountCents: number; refundedCents: number }

/** Divides a refund over the payments, the newest first. */
export function divideRefund<Paid extends Payment>(
  payments: readonly Paid[],
  refundCents: number,
): { payment: Paid; cents: number }[] {
  let leftCents = refundCents
  return payments
    .toSorted((a, b) => b.id - a.id)
    .map((payment) => {
      const cents = Math.min(leftCents, payment.amountCents - payment.refundedCents)
      leftCents -= cents
      return { payment, cents }
    })
    .filter(({ cents }) => cents > 0)
}
