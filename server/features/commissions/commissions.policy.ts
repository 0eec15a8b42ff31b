import type { CommissionStatus } from '#contract/commission-statuses.ts'

/** The centres where a member of staff works: they decide nothing about its money. */
type Staff = { ownCenterIds: readonly string[] }

export function mayDecideOn({ ownCenterIds }: Staff, { centerId }: { centerId: string }): boolean {
  return !ownCenterIds.includes(centerId)
}

export function commissionAbilities(staff: Staff, commission: { centerId: string; status: CommissionStatus }) {
  return { cancel: commission.status === 'pending' && mayDecideOn(staff, commission) }
}
