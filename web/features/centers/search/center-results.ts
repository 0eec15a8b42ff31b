import { queryOptions } from '@tanstack/react-query'

import type { CenterCard, CenterSearchResult } from '#contract/center-search.ts'
import type { ApiTools } from '#web/platform/api.ts'

import type { CentersSearch } from './centers-search.ts'
import { toApiSearch } from './search-values.ts'

/** The values that a result shows. The page's HTML contains them a second time, for hydration. */
export type ResultCard = Omit<
  CenterCard,
  'cancelledShare' | 'description' | 'latitude' | 'longitude' | 'nextTimes' | 'phone' | 'website'
> & { nextTimes: Pick<CenterCard['nextTimes'][number], 'serviceId' | 'startsAt'>[] }

export type CenterResults = {
  items: ResultCard[]
  total: number
  /** A total that reaches this means that many or more. */
  countedTo: number
  /** The total without the filter for the time. */
  totalAnyDay: number
  page: number
  pages: number
  understood: CenterSearchResult['understood']
  leftOut: CenterSearchResult['leftOut']
  nearMiss: CenterSearchResult['nearMiss']
  lacking: CenterSearchResult['lacking']
  /** The typed text without its words about the time. */
  anyTimeQ: string
  /** Whether the text says «cerca» and no place is known. */
  asksLocation: boolean
  placeName: string | undefined
  placeAt: { latitude: number; longitude: number } | undefined
  /** Whether only centres with a free time today are listed. */
  today: boolean
  /** Whether the filter was today and no centre has a free time, so that the list shows the next days. */
  noneToday: boolean
}

export function centerResults({ api, queries, search }: ApiTools & { search: CentersSearch }) {
  return queryOptions({
    // With the map open, the list is the same.
    queryKey: [...queries.centers.search.key(), 'results', { ...search, map: undefined }],
    queryFn: async ({ signal }): Promise<CenterResults> => {
      const input = toApiSearch(search)
      const result = await api.centers.search(input, { signal })
      const {
        items,
        total,
        countedTo,
        totalAnyDay,
        page,
        pages,
        place,
        today,
        understood,
        leftOut,
        nearMiss,
        lacking,
        anyTimeQ,
        asksLocation,
      } = result
      // When no centre is free today, «hoy» in the text or in the control is replaced by the next days.
      const noneToday = leftOut.includes('day') || (input.when === 'todayOrLater' && !today && total > 0)
      return {
        items: items.map(toResultCard),
        total,
        countedTo,
        totalAnyDay,
        page,
        pages,
        understood,
        leftOut,
        nearMiss,
        lacking,
        anyTimeQ,
        asksLocation,
        placeName: place?.name,
        placeAt: place ? { latitude: place.latitude, longitude: place.longitude } : undefined,
        today,
        noneToday,
      }
    },
  })
}

export function toResultCard(center: CenterSearchResult['items'][number]): ResultCard {
  const {
    cancelledShare: _share,
    description: _description,
    latitude: _latitude,
    longitude: _longitude,
    phone: _phone,
    website: _website,
    services,
    nextTimes,
    ...card
  } = center
  return {
    ...card,
    services: services.slice(0, 1),
    nextTimes: nextTimes.map(({ serviceId, startsAt }) => ({ serviceId, startsAt })),
  }
}
