import { packagesRoutes } from '#server/features/packages/packages.routes.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { clientOf } from './calling.ts'

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
