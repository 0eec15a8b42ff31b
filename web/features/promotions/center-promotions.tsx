import type { Membership } from '#contract/memberships.ts'

import { MyPromotions } from './my-promotions.tsx'

/** The promotions of a centre, in its dashboard. */
export function CenterPromotions({ membership: { centerId, centerName } }: { membership: Membership }) {
  return <MyPromotions owner={{ centerId, name: centerName }} isOnly />
}
