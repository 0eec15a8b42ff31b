import type { CommissionStatus } from '#contract/commission-statuses.ts'

/** A member of staff, who decides nothing about the money of centres where they work. */
type Staff = { ownCenterIds: readonly string[] }

export function mayDecideOn({ ownCenterIds }: Staff, { centerId }: { centerId: string }): boolean {
  return !ownCenterIds.includes(centerId)
}

export function commissionAbilities(staff: Staff, commission: { centerId: string; status: CommissionStatus }) {
  return { cancel: commission.status === 'pending' && mayDecideOn(staff, commission) }
}
