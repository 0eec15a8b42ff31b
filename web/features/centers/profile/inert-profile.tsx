import type { CenterProfile } from '#contract/centers.ts'
import { Cover } from '../cover.tsx'
import { groupOffers } from '../offers.ts'
import { ProfileBody } from './profile-body.tsx'

/** A centre's public page as a preview for its owner and for staff: its links and buttons can't be pressed. */
export function InertProfile({ center }: { center: CenterProfile }) {
  return (
    <div inert className="grid gap-5 p-4 [zoom:0.85]">
      <Cover coverUrl={center.coverUrl} services={center.services} shape="wide" className="h-28 w-full rounded-card" />
      <ProfileBody center={center} offers={groupOffers(center)} />
    </div>
  )
}
