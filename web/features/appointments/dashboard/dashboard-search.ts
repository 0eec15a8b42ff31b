import { idOf, searchParser } from '#web/platform/search-params.ts'

/** Without a tab: the upcoming appointments. `appointment` and `act`: the dialog to open and its appointment. */
export const parseDashboardSearch = searchParser({
  tab: ['history', 'profile'],
  appointment: idOf,
  /** The dialogs that a link in a mail or on the page after booking can open. */
  act: ['details', 'record', 'pay', 'move', 'cancel', 'review', 'object', 'sayPaid', 'sayNotRefunded'],
  /** The payment from which the gateway's page returned. */
  checkout: idOf,
})
export type DashboardSearch = ReturnType<typeof parseDashboardSearch>
export type DashboardTab = 'upcoming' | NonNullable<DashboardSearch['tab']>
export type LinkedAction = NonNullable<DashboardSearch['act']>
