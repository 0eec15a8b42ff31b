import { type ComplianceCheck, expiryWarningDays } from '#contract/compliance.ts'
import { addDays } from '#web/platform/local-days.ts'

export type Standing = 'missing' | ComplianceCheck['status']

/** How a document stands on a day: one that was approved lapses with its date, whenever the night's job runs. */
export function standingOf({ check, today }: { check: ComplianceCheck | undefined; today: string }): Standing {
  if (!check?.fileName) return 'missing'
  if (check.status === 'approved' && check.expiryDate !== null && check.expiryDate < today) return 'expired'
  return check.status
}

/** Whether an approved document lapses soon, so that a newer one is due. */
export function lapsesSoon({ check, today }: { check: ComplianceCheck | undefined; today: string }): boolean {
  if (!check || standingOf({ check, today }) !== 'approved' || check.expiryDate === null) return false
  return check.expiryDate <= addDays({ date: today, days: expiryWarningDays })
}
