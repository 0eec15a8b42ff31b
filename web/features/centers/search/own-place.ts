// Every page loads this with the routes, without the code that reads a location.

/** The value of the place control that selects the visitor's own coordinates. */
export const ownPlace = 'aqui'
/** `at` of a search that asks for the location first. */
export const requestedPoint = 'pedir'
