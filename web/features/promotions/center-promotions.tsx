import type { Membership } from '#contract/memberships.ts'
import { CenterPackages } from '#web/features/packages/center-packages.tsx'

import { CenterRewards } from './center-rewards.tsx'
import { MyPromotions } from './my-promotions.tsx'

/** The packages and the promotions of a centre, and the rewards of Senda that it hands over, in its dashboard. */
export function CenterPromotions({ membership: { centerId, centerName } }: { membership: Membership }) {
  return (
    <div className="grid gap-8">
      <CenterPackages centerId={centerId} />
      <CenterRewards centerId={centerId} />
      <MyPromotions owner={{ centerId, name: centerName }} isOnly />
    </div>
  )
}
