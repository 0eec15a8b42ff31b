/** service: a whole consultation. */
export const rewardTypes = ['discount', 'service'] as const
export type RewardType = (typeof rewardTypes)[number]

export const redemptionStatuses = ['pending', 'used', 'expired'] as const
export type RedemptionStatus = (typeof redemptionStatuses)[number]

export const movementTypes = ['earned', 'redeemed', 'bonus', 'expired', 'reversed', 'corrected'] as const
export type MovementType = (typeof movementTypes)[number]

/** Points expire after this many months without a movement of the account. */
export const pointsExpiryMonths = 12
/** The largest number of points in a cost or a correction. */
export const maxPoints = 1_000_000
export const maxPointsMessage = 'Como máximo 1.000.000 de puntos'
