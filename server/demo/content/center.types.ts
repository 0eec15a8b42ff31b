import type { FocusKey } from './foci.ts'

/** A centre as it is written down; everything else about it is drawn by chance. */
export type CenterDraft = {
  /** Without a name it is an independent professional and has that person's name. */
  name?: string
  /** Slug of the gazetteer. */
  place: string
  address: string
  team: readonly [FocusKey, ...FocusKey[]]
  /** How much it is booked; 1 by default. */
  demand?: number
  /** What reviews tend to, 3.4 to 5; drawn by chance otherwise. */
  rating?: number
  /** Approved and public, but without the badge. */
  isUnverified?: true
  /** Waits for staff's first approval. */
  isPending?: true
  /** Approved, but its owner keeps it out of search. */
  isHidden?: true
  confirmsManually?: true
  policy?: { lateRefundPercent: 0 | 50 | 100; text: string }
}
