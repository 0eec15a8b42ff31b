import { useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** Departments, cities and neighbourhoods. Never refetched, because they change only with a release. */
export function usePlaces() {
  const { queries } = useApi()
  return useQuery({ ...queries.centers.places.queryOptions(), staleTime: Number.POSITIVE_INFINITY })
}

/** The kinds of service with their names. Never refetched, because they change only with a release. */
export function useServiceTypes() {
  const { queries } = useApi()
  return useQuery({ ...queries.centers.services.queryOptions(), staleTime: Number.POSITIVE_INFINITY })
}
