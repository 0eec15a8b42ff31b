// Without schemas: the chat imports this file and need not load zod for it.

export const maxMessageLength = 4000
/** A message that stays unread for this long is mailed. */
export const unreadMailMinutes = 15
/** The default number of messages in one response. */
export const messagesPerPage = 50
/** The server forwards at most one «is typing» in this time; it is shown for twice as long. */
export const typingEveryMs = 3000
