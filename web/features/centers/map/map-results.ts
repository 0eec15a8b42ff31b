import { queryOptions } from '@tanstack/react-query'

import type { ApiTools } from '#web/platform/api.ts'

import { type ResultCard, toResultCard } from '../search/center-results.ts'
import type { CentersSearch } from '../search/centers-search.ts'
import { toApiSearch } from '../search/search-values.ts'

/** `part`: of the map; without it, all that the search finds. */
export function mapResults({
  api,
  queries,
  search,
  part,
}: ApiTools & { search: CentersSearch; part?: string | undefined }) {
  const { page: _page, sort: _sort, ...filters } = toApiSearch(search)
  const input = { ...filters, ...(part !== undefined && { part }) }
  return queryOptions({
    queryKey: [...queries.map.centers.key(), input],
    queryFn: ({ signal }) => api.map.centers(input, { signal }),
  })
}

/** The card of one centre of the search, on any page of the list; null if the search no longer finds it. */
export function oneResult({ api, queries, search, centerId }: ApiTools & { search: CentersSearch; centerId: string }) {
  const input = { ...toApiSearch(search), centerId, page: 1 }
  return queryOptions({
    queryKey: [...queries.centers.search.key(), 'one', input],
    queryFn: async ({ signal }): Promise<ResultCard | null> => {
      const [center] = (await api.centers.search(input, { signal })).items
      return center ? toResultCard(center) : null
    },
  })
}
