export type PointsGift = {
  userId: string
  /** More than none. */
  points: number
  type: 'earned' | 'bonus'
  /** What the person reads. */
  description: string
  /** What it is for: nothing is rewarded twice in the same way. */
  reference: { type: 'appointment'; id: string }
}
