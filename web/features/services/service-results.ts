import { queryOptions } from '@tanstack/react-query'

import { centersPerPage } from '#contract/search.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import { type GridResults, toGridCenter } from '#web/features/centers/grid-center.ts'
import type { ApiTools } from '#web/platform/api.ts'

import { pageSlices } from './page-slices.ts'
import { locationRadiusKm } from './service-locations.ts'
import type { ServiceSearch } from './service-search.ts'

export const servicePageSize = 9

/** The centres that offer a service, nine per page. The API's pages are longer, so a page may need two of them. */
export function serviceResults({
  api,
  queries,
  service,
  search: { q, near, page: pageText },
}: ApiTools & { service: ServiceSlug; search: ServiceSearch }) {
  const page = Number(pageText ?? 1)
  const place = near ? { near, radiusKm: locationRadiusKm } : {}
  return queryOptions({
    queryKey: [...queries.centers.search.key(), 'service', service, { q, near, page }],
    queryFn: async ({ signal }): Promise<GridResults> => {
      const { requests, offset } = pageSlices({ page, perPage: servicePageSize, perRequest: centersPerPage })
      const results = await Promise.all(
        requests.map((request) =>
          api.centers.search({ service, ...(q && { q }), ...place, page: request }, { signal }),
        ),
      )
      // The later of two pages is counted further.
      const { total, countedTo, nearMiss, lacking, leftOut, ...last } = results.at(-1) ?? noResults
      const items = results.flatMap((result) => result.items).slice(offset, offset + servicePageSize)
      return {
        items: items.map((center) => ({ ...toGridCenter(center), services: [service] })),
        total,
        countedTo,
        nearMiss,
        lacking,
        leftOut,
        placeName: last.place?.name,
        page,
        pages: Math.ceil(total / servicePageSize),
      }
    },
  })
}

const noResults = { total: 0, countedTo: 1, nearMiss: null, lacking: null, leftOut: [], place: null }

/** Whether the server has something to weigh besides the rating. */
export const isPersonal = ({ need, near }: ServiceSearch): boolean => need !== undefined || near !== undefined

/** The three centres that suit the visitor's words and place best: of those that the list around the place has. */
export function recommendationResults({
  api,
  queries,
  service,
  search: { need, near },
}: ApiTools & { service: ServiceSlug; search: ServiceSearch }) {
  return queryOptions({
    queryKey: [...queries.recommendations.list.key(), service, { need, near }],
    queryFn: ({ signal }) =>
      api.recommendations.list(
        { service, ...(need && { need }), ...(near && { near, radiusKm: locationRadiusKm }) },
        { signal },
      ),
  })
}
