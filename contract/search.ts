// Without schemas: the first script of every page imports this file and must not include zod.

export const distanceSlider = { min: 0, max: 100, step: 5, defaultKm: 25 } as const
/** The radius when the caller gives a place but no distance. */
export const defaultRadiusKm = 50
export const locationTimeoutMs = 10_000
export const locationMaxAgeMs = 600_000

/** The highest price that a search accepts as its limit, in whole pesos: that of any service. */
export const maxSearchedPrice = 1_000_000

/** A sentence of 300 words. */
export const maxNeedLength = 2000

export const centersPerPage = 12
/** More centres than this are counted in the cells of a grid. */
export const maxMapPoints = 500

export const centerSorts = ['distance', 'rating', 'price', 'nextTime'] as const

export const minSuggestionLetters = 2
export const maxSuggestions = 8
