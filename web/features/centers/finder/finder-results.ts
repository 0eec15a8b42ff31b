import { queryOptions } from '@tanstack/react-query'

import type { CenterSearch } from '#contract/center-search.ts'
import { searchPageBOptions } from '#contract/specialties.ts'
import type { ApiTools } from '#web/platform/api.ts'
import { oneOf } from '#web/platform/search-params.ts'

import { type GridResults, toGridCenter } from '../grid-center.ts'
import { readCare } from '../search/care-filters.ts'
import { readPoint } from '../search/centers-search.ts'
import type { FinderSearch } from './finder-search.ts'
import { defaultKm, readFinderSearch } from './finder-values.ts'

export function finderResults({ api, queries, search: typed }: ApiTools & { search: FinderSearch }) {
  const search = readFinderSearch(typed)
  return queryOptions({
    queryKey: [...queries.centers.search.key(), 'finder', search],
    queryFn: async ({ signal }): Promise<GridResults> => {
      const { items, place, total, countedTo, nearMiss, lacking, leftOut, page, pages } = await api.centers.search(
        toApiSearch(search),
        {
          signal,
        },
      )
      return {
        items: items.map(toGridCenter),
        total,
        countedTo,
        nearMiss,
        lacking,
        leftOut,
        page,
        pages,
        placeName: place?.name,
      }
    },
  })
}

export function toApiSearch(search: FinderSearch): CenterSearch {
  const { q, specialty, near, km, rating, availability, page } = search
  const key = oneOf(searchPageBOptions, specialty)
  const part = oneOf(['morning', 'afternoon', 'evening'] as const, availability)
  return {
    ...(q && { q }),
    ...(key && { specialties: [key] }),
    ...(near && { ...(readPoint(near) ?? { near }), radiusKm: Number(km ?? defaultKm) }),
    ...(rating && { minRating: Number(rating) }),
    ...readCare(search),
    ...(availability === 'weekend' && { when: availability }),
    ...(part && { dayPart: part }),
    page: Number(page ?? 1),
  }
}
