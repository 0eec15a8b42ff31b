// In a file without the code that reads a location, because every page loads it with the routes.

/** The value of the place control that selects the visitor's own coordinates. */
export const ownPlace = 'aqui'
/** The value of `at` for a search that asks for the location first. */
export const requestedPoint = 'pedir'
