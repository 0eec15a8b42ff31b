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

type Charged = { commissionCents: number; creditCents: number; withheldCents: number }

/**
 * By cancelling a commission with a credit above it, staff would take money from the centre: its credit ends with it. So does the record
 * of what a gateway took in advance.
 */
export function isGift({ commissionCents, creditCents, withheldCents }: Charged): boolean {
  return creditCents <= commissionCents && withheldCents === 0
}

export function commissionAbilities(staff: Staff, row: Charged & { centerId: string; status: CommissionStatus }) {
  return { cancel: row.status === 'pending' && isGift(row) && mayDecideOn(staff, row) }
}
