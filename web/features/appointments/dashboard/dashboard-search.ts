import { oneOf } from '#web/platform/search-params.ts'

const named = ['history', 'profile'] as const
export type DashboardTab = 'upcoming' | (typeof named)[number]

/** Nothing named: the appointments to come. */
export type DashboardSearch = { tab?: (typeof named)[number] | undefined }

export function parseDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  return { tab: oneOf(named, raw.tab) }
}
