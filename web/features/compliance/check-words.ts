import type { ComplianceCheck } from '#contract/compliance.ts'

export type Standing = 'missing' | ComplianceCheck['status']

/** How a document stands on a day: one that was approved lapses with its date, whenever the night's job runs. */
export function standingOf({ check, today }: { check: ComplianceCheck | undefined; today: string }): Standing {
  if (!check?.fileName) return 'missing'
  if (check.status === 'approved' && check.expiryDate !== null && check.expiryDate < today) return 'expired'
  return check.status
}
