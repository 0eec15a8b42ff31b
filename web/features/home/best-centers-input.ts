/** The search for the home page's cards. Without a text and a place, the server orders by rating. */
export const bestCentersInput = {}
