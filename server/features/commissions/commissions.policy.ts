import type { CommissionStatus } from '#contract/commission-statuses.ts'
import { moderatorTotalCents } from '#contract/gift-limits.ts'
import type { Role } from '#contract/roles.ts'

/** Above the limit, only an administrator gives up commissions: `givenCents` in `giftHours`, with what this gives up. */
export function mayGiveUp({ roles }: { roles: readonly Role[] }, { givenCents }: { givenCents: number }): boolean {
  return roles.includes('admin') || givenCents <= moderatorTotalCents
}

/** A member of staff, who decides nothing about the money of centres where they work. */
type Staff = { ownCenterIds: readonly string[] }

export function mayDecideOn({ ownCenterIds }: Staff, { centerId }: { centerId: string }): boolean {
  return !ownCenterIds.includes(centerId)
}

export function commissionAbilities(staff: Staff, commission: { centerId: string; status: CommissionStatus }) {
  return { cancel: commission.status === 'pending' && mayDecideOn(staff, commission) }
}
