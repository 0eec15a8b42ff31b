import { idOf, oneOf } from '#web/platform/search-params.ts'

const named = ['history', 'profile'] as const
export type DashboardTab = 'upcoming' | (typeof named)[number]

/** Dialogs that a link from a mail or from the page after booking opens. */
const linkedActions = ['details', 'move', 'cancel'] as const
export type LinkedAction = (typeof linkedActions)[number]

/** Without a tab: the upcoming appointments. `appointment` and `act`: the dialog to open, about which appointment. */
export type DashboardSearch = {
  tab?: (typeof named)[number]
  appointment?: string
  act?: LinkedAction
}

export function parseDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  return { tab: oneOf(named, raw.tab), appointment: idOf(raw.appointment), act: oneOf(linkedActions, raw.act) }
}
