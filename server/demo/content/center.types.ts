import type { FocusKey } from './foci.ts'

/** The written facts of a centre; everything else is random. */
export type CenterDraft = {
  /** Without a name, the centre is an independent professional and has that person's name. */
  name?: string
  /** Slug of the gazetteer. */
  place: string
  address: string
  team: readonly [FocusKey, ...FocusKey[]]
  /** How often it is booked, in relation to other centres; 1 by default. */
  demand?: number
  /** The average rating that its reviews approach, 3.4 to 5; random by default. */
  rating?: number
  /** Approved and public, but without the badge, because a document was rejected. */
  isUnverified?: true
  /** Its owner has not set the pin on the map. */
  hasApproximatePin?: true
  isPending?: true
  /** Approved, but its owner keeps it out of search. */
  isHidden?: true
  confirmsManually?: true
  policy?: { lateRefundPercent: 0 | 50 | 100; text: string }
}
