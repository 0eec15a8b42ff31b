import { searchParser } from '#web/platform/search-params.ts'

/** Named as in the URL. Without `solo`: all notifications. */
export type NotificationsSearch = { solo?: 'sin-leer' | undefined }

export const parseNotificationsSearch = searchParser<NotificationsSearch>({ solo: ['sin-leer'] })
