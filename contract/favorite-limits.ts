// Without schemas, because a button on every card of a search needs these.

/** The centres that an account may save. */
export const maxFavorites = 100
/** The centres that a browser keeps for a visitor without an account. */
export const maxFavoritesOfBrowser = 50
export const maxCompared = 3
/** The centres whose cards one request reads. */
export const maxFavoriteCards = 12
