/** Without schemas, because the chat reads them at run time. */
export const maxMessageLength = 4000
/** Messages of one response. */
export const messagesPerPage = 50
/** The server forwards at most one «is typing» in this time; it is shown for twice as long. */
export const typingEveryMs = 3000
