import type { Platform } from '#server/platform/platform.ts'
import { deleteMergedBefore } from '../repository/merges.ts'
import { undoableSince } from '../rules/merged-guest.ts'

/** Deletes the hidden rows of merges that can no longer be undone. */
export async function purgeMergedGuests({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await deleteMergedBefore(db, { mergedBefore: undoableSince(clock.now()) })
}
