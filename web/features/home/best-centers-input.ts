/** The search behind the home page's cards. With no need typed and no place, its own order is by rating. */
export const bestCentersInput = {}
