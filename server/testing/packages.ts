import { readQuote } from '#server/features/checkouts/usecases/read-quote.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { packagesRoutes } from '#server/features/packages/packages.routes.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Outcome } from '#server/simulado/cards.ts'
import { clientOf } from './calling.ts'
import { cardToken } from './cards.ts'

/** The routes of packages for a member of a centre's desk. */
export const packageDesk = (platform: Platform, userId: string) => clientOf(platform, packagesRoutes, userId)

type Offer = Partial<{
  sessions: number
  priceCents: number
  validityDays: number
  professionalIds: string[] | null
  isActive: boolean
}>

/** A package of ten sessions for $ 10.000, valid for 90 days, of a centre's service. */
export function buildOffer(
  platform: Platform,
  { centerId, serviceId, ...offer }: { centerId: string; serviceId: string } & Offer,
) {
  const terms = { sessions: 10, priceCents: 1_000_000, validityDays: 90, professionalIds: null, isActive: true }
  return clientOf(platform, packagesRoutes, centerId).createOffer({ centerId, serviceId, ...terms, ...offer })
}

type Sale = {
  centerId: string
  serviceId: string
  kind?: 'patient' | 'guest'
  personId: string
  /** The first payment; by default the whole price. */
  amountCents?: number
  soldCount?: number
  offer?: Offer
}

/** The owner sells a package of a new offer at the desk. */
export async function sellPackage(
  platform: Platform,
  { centerId, serviceId, kind = 'patient', personId, amountCents, soldCount = 0, offer = {} }: Sale,
) {
  const { id: offerId, version: terms, priceCents } = await buildOffer(platform, { centerId, serviceId, ...offer })
  return clientOf(platform, packagesRoutes, centerId).sell({
    centerId,
    offerId,
    terms,
    kind,
    personId,
    soldCount,
    amountCents: amountCents ?? priceCents,
    method: 'efectivo',
    idempotencyKey: newId(),
  })
}

type Purchase = { offerId: string; patientId: string }

/** The page of a wallet at which the patient may pay a package. */
export async function openPurchase(platform: Platform, purchase: Purchase) {
  const request = { ...(await orderOf(platform, purchase)), method: 'wallet' } as const
  return (await startCheckout(platform, request)).checkout
}

/** The patient buys a package online with a test card. */
export async function buyPackage(platform: Platform, purchase: Purchase, outcome: Outcome = 'approved') {
  const card = { method: 'card', token: await cardToken(platform, outcome) } as const
  return (await startCheckout(platform, { ...(await orderOf(platform, purchase)), ...card })).checkout
}

/** What the patient read. */
async function orderOf(platform: Platform, purchase: Purchase) {
  const { totalCents, terms } = await readQuote(platform, purchase)
  return { ...purchase, totalCents, terms: terms ?? '', idempotencyKey: newId(), address: '203.0.113.7' }
}
