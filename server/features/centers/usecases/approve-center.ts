import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import * as repository from '../repository/centers.ts'
import { missingForApproval, missingForBadge } from '../rules/publication.ts'
import { lockCenter } from './lock-center.ts'
import { readPublication } from './read-publication.ts'

/**
 * Staff approve a centre whose required documents are approved; `verified` also gives it the badge. A second
 * approval keeps the date of the first.
 * @throws centers.not_ready, centers.badge_not_ready, each naming what is missing
 */
export async function approveCenter(platform: Platform, input: { centerId: string; verified: boolean }): Promise<void> {
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    await lockCenter(tx, input)
    const publication = await readPublication(tx, { ...input, now })
    const missing = missingForApproval(publication)
    if (missing.length > 0) throw fail('centers.not_ready', { missing })
    const unproven = input.verified ? missingForBadge(publication) : []
    if (unproven.length > 0) throw fail('centers.badge_not_ready', { missing: unproven })
    await repository.setApproved(tx, { ...input, now })
  })
}

/** Removes the badge, because a document has lapsed. The caller has locked the centre. */
export async function loseBadge(tx: Tx, input: { centerId: string; now: Date }): Promise<void> {
  await repository.setNonCompliant(tx, input)
}
