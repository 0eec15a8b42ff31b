/** `service` is a whole consultation; `upgrade` and `product` lower no price: a centre or Senda hands them over against a code. */
export const rewardTypes = ['discount', 'service', 'upgrade', 'product'] as const
export type RewardType = (typeof rewardTypes)[number]

export const isHandedOver = (type: RewardType) => type === 'upgrade' || type === 'product'

/** How many of one reward that is handed over can be redeemed at most. A check constraint has the same limit. */
export const maxStock = 5000
/** How long the desk can undo that it handed a reward over. */
export const handoverUndoHours = 24

export const redemptionStatuses = ['pending', 'used', 'expired'] as const
export type RedemptionStatus = (typeof redemptionStatuses)[number]

export const movementTypes = ['earned', 'redeemed', 'bonus', 'expired', 'reversed', 'corrected'] as const
export type MovementType = (typeof movementTypes)[number]

/** What a point is worth, in cents of UYU. */
export const pointCents = 50
/**
 * For a completed consultation whose commission, with 5 % of what was paid through Senda, covers the points of the consultation and of
 * its review: 7,500 cents. The database has the same amounts in `earns_points()`.
 */
export const completionPoints = 100
/** The points for the first review of such a consultation. */
export const reviewPoints = 50
/** The points for the first verified address of an account. */
export const verifiedAddressPoints = 200
/** The points for a booking of at least an hour ago that the centre cancels. */
export const compensationPoints = 100
/** A centre compensates at most this many people on one local day. A check constraint has the same limit. */
export const compensatedPeoplePerDay = 20
/** The appointments of one centre give at most this many points on one local day: those of 30 consultations. */
export const maxCenterPointsPerDay = 3000
/** Points expire after this many months without a movement of the account. */
export const pointsExpiryMonths = 12
export const maxPoints = 1_000_000
export const maxPointsMessage = 'Como máximo 1.000.000 de puntos'
