export type PointsGift = {
  userId: string
  /** The number is positive. */
  points: number
  type: 'earned' | 'bonus'
  /** The person reads this text, which is in Spanish. */
  description: string
  /** Each reference is rewarded once with each type. */
  reference: { type: 'appointment' | 'review' | 'account'; id: string }
}
