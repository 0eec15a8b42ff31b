import { type Member, seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import { versionOf } from '#server/platform/version.ts'
import { fail } from './packages.errors.ts'
import type { OfferRow } from './repository/offers.ts'

/** The owner and the receptionists sell packages; a professional does not see their money. @throws packages.reception_only */
export function requireSeller(member: Member): void {
  if (!seesWholeCenter(member)) throw fail('packages.reception_only')
}

type Terms = Pick<OfferRow, 'serviceId' | 'professionalIds' | 'sessions' | 'priceCents' | 'validityDays' | 'isActive'>

/** The version of what the form of an offer edits, which is what its buyer agrees to. */
export function offerVersion(terms: Terms): string {
  const { serviceId, professionalIds, sessions, priceCents, validityDays, isActive } = terms
  return versionOf({ serviceId, professionalIds, sessions, priceCents, validityDays, isActive })
}
