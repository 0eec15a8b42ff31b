import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import { refreshOfferedServices } from '../repository/offer.ts'
import * as repository from '../repository/records.ts'
import { missingForApproval, missingForBadge } from '../rules/publication.ts'
import { lockCenter } from './lock-center.ts'
import { readPublication } from './read-publication.ts'

export type LockedCenter = NonNullable<Awaited<ReturnType<typeof repository.findRecord>>>

/**
 * Approves a centre without a member of staff. Only the demonstration's data uses this.
 * @throws centers.not_found and what approvalOf() throws
 */
export async function approveCenter(platform: Platform, { centerId }: { centerId: string }): Promise<void> {
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    const center = await lockRecord(tx, { centerId, staffId: null, now })
    await repository.setApproval(tx, { centerId, now, ...(await approvalOf(tx, { center, now })) })
  })
}

type StaffLookup = { centerId: string; staffId: string | null; now: Date }

/** @throws centers.not_found, centerRecords.own_center */
export async function lockRecord(tx: Tx, { centerId, ...staff }: StaffLookup): Promise<LockedCenter> {
  await lockCenter(tx, { centerId })
  const center = await repository.findRecord(tx, { centerId, ...staff })
  if (!center) throw fail('centers.not_found')
  if (center.isOwn) throw fail('centerRecords.own_center')
  return center
}

/**
 * The approval that the centre's profile and documents allow today. An approved centre is always verified. It is compliant, and
 * has the badge, only while no document prevents that. A second approval keeps the date of the first.
 * @throws centerRecords.owner_blocked, centers.not_ready (with the list of what is missing)
 */
export async function approvalOf(
  tx: Tx,
  { center, now }: { center: LockedCenter; now: Date },
): Promise<repository.Approval> {
  if (!center.isOwnerActive) throw fail('centerRecords.owner_blocked')
  const publication = await readPublication(tx, { centerId: center.id, now })
  const missing = missingForApproval(publication)
  if (missing.length > 0) throw fail('centers.not_ready', { missing })
  const complianceStatus = missingForBadge(publication).length === 0 ? 'compliant' : 'non_compliant'
  return { approvedAt: center.approvedAt ?? now, verified: true, complianceStatus }
}

/**
 * After a change of the centre's documents, or of what it offers and therefore needs documents for: updates the services that
 * visitors see, and gives a verified centre its badge or removes it. The caller has locked the centre.
 */
export async function updateBadge(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<void> {
  await refreshOfferedServices(tx, { centerId, now })
  const center = await repository.findRecord(tx, { centerId, staffId: null, now })
  if (!center?.verified) return
  const hasAllDocuments = missingForBadge(await readPublication(tx, { centerId, now })).length === 0
  const complianceStatus = hasAllDocuments ? 'compliant' : 'non_compliant'
  await repository.setComplianceStatus(tx, { centerId, complianceStatus, now })
}
