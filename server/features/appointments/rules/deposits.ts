import type { DepositRule } from '#contract/deposits.ts'
import type { AgreedDeposit, DepositOffer } from '../repository/deposits.ts'

type Offer = DepositOffer & { priceCents: number }

/** What a service asks in advance, in cents; null when it asks nothing, or its centre takes no online payments now. */
export function agreedDeposit(
  { priceCents, depositFor, ...rule }: Offer,
  { paysOnline }: { paysOnline: boolean },
): AgreedDeposit | null {
  const depositCents = depositOf({ priceCents, ...rule })
  return depositFor === null || !paysOnline || depositCents === 0 ? null : { depositFor, depositCents }
}

/** A share is rounded to a cent, and asks at least one. Neither exceeds the price. */
function depositOf({
  priceCents,
  depositCents,
  depositPercent,
}: Omit<DepositRule, 'depositFor'> & { priceCents: number }): number {
  const requested = depositCents ?? Math.max(Math.round((priceCents * (depositPercent ?? 0)) / 100), 1)
  return Math.min(requested, priceCents)
}

type Priced = { depositCents: number | null; priceCents: number; discountCents: number }

/** A discount lowers the price first: the deposit is at most what it leaves. */
export function depositDue({ depositCents, priceCents, discountCents }: Priced): number {
  return Math.max(Math.min(depositCents ?? 0, priceCents - discountCents), 0)
}
