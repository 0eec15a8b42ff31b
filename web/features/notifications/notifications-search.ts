import { searchParser } from '#web/platform/search-params.ts'

/** Named as in the URL. Without `solo`: all notifications. */
export const parseNotificationsSearch = searchParser({ solo: ['sin-leer'] })
