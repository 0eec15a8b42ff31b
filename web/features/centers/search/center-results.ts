import { queryOptions } from '@tanstack/react-query'

import type { CenterCard } from '#contract/centers.ts'
import type { ApiTools } from '#web/platform/api.ts'

import { type CentersSearch, readCentersSearch, toApiSearch } from './centers-search.ts'

export type CenterResults = {
  items: CenterCard[]
  total: number
  page: number
  pages: number
  placeName: string | undefined
  /** Only centres with a free time today are listed. */
  today: boolean
  /** The filter was today, and no centre has a free time: the list shows the next days. */
  noneToday: boolean
}

/** Applies "Disponible hoy" only while it leaves results: otherwise repeats the search without it, within the same query. */
export function centerResults({ api, queries, search }: ApiTools & { search: CentersSearch }) {
  return queryOptions({
    queryKey: [...queries.centers.search.key(), 'results', search],
    queryFn: async ({ signal }): Promise<CenterResults> => {
      const input = toApiSearch(search)
      const { wantsToday } = readCentersSearch(search)
      const ofToday = wantsToday ? await api.centers.search({ ...input, availability: 'today' }, { signal }) : undefined
      const today = ofToday !== undefined && ofToday.total > 0
      const result = today ? ofToday : await api.centers.search(input, { signal })
      const { items, total, page, pages, place } = result
      return { items, total, page, pages, placeName: place?.name, today, noneToday: wantsToday && !today && total > 0 }
    },
  })
}
