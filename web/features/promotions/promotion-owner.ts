/** A centre that the user owns, or Senda for its staff. */
export type PromotionOwner = { centerId: string | null; name: string }
