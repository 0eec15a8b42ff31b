import type { ComplianceCheck } from '#contract/compliance.ts'
import type { DocumentStatus } from '#contract/publication.ts'

/** The status of a document on a day: an approved one expires with its date, even before the nightly job has run. */
export function statusOn({ check, today }: { check: ComplianceCheck | undefined; today: string }): DocumentStatus {
  if (!check?.fileName) return 'missing'
  if (check.status === 'approved' && check.expiryDate !== null && check.expiryDate < today) return 'expired'
  return check.status
}
