export type DashboardTab = 'upcoming' | 'history' | 'profile'

/** Nothing named: the appointments to come. */
export type DashboardSearch = { tab?: Exclude<DashboardTab, 'upcoming'> | undefined }

export function parseDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const tab = raw.tab
  return { tab: tab === 'history' || tab === 'profile' ? tab : undefined }
}
