/** The longest question of a visitor without an account. */
export const questionMax = 2000
/** How long the mailed link that sends a question works. */
export const questionHours = 24
/** How long the links in the mails with the centre's answers work. */
export const visitorLinkDays = 30
/** A conversation of a visitor without an account is deleted when nothing was written in it for this long. */
export const visitorDays = 180
