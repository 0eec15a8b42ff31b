import { queryOptions } from '@tanstack/react-query'

import type { ServiceSlug } from '#contract/specialties.ts'
import type { ApiTools } from '#web/platform/api.ts'

import type { ServiceSearch } from './service-search.ts'

/** Whether the server has something to weigh besides the rating. */
export const hasWish = ({ need, near }: ServiceSearch): boolean => need !== undefined || near !== undefined

/** The three centres that suit the visitor's words and place best. */
export function recommendationResults({
  api,
  queries,
  service,
  search: { need, near },
}: ApiTools & { service: ServiceSlug; search: ServiceSearch }) {
  return queryOptions({
    queryKey: [...queries.recommendations.list.key(), service, { need, near }],
    queryFn: ({ signal }) =>
      api.recommendations.list({ service, ...(need && { need }), ...(near && { near }) }, { signal }),
  })
}
