import { idOf, searchParser } from '#web/platform/search-params.ts'

const namedTabs = ['history', 'profile'] as const
export type DashboardTab = 'upcoming' | (typeof namedTabs)[number]

/** The dialogs that a link in a mail or on the page after booking can open. */
const linkedActions = ['details', 'record', 'pay', 'move', 'cancel', 'review', 'object'] as const
export type LinkedAction = (typeof linkedActions)[number]

/** Without a tab: the upcoming appointments. `appointment` and `act`: the dialog to open and its appointment. */
export type DashboardSearch = {
  tab?: (typeof namedTabs)[number]
  appointment?: string
  act?: LinkedAction
  /** The payment from which the gateway's page returned. */
  checkout?: string
}

export const parseDashboardSearch = searchParser<DashboardSearch>({
  tab: namedTabs,
  appointment: idOf,
  act: linkedActions,
  checkout: idOf,
})
