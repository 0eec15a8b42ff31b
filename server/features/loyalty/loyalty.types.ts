export type PointsGift = {
  userId: string
  /** Positive. */
  points: number
  type: 'earned' | 'bonus'
  /** Shown to the person, in Spanish. */
  description: string
  /** Each reference is rewarded once with each type. */
  reference: { type: 'appointment' | 'review' | 'account'; id: string }
}
