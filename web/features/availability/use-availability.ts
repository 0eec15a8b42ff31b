import { useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useAvailability({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  return useQuery(queries.availability.list.queryOptions({ input: { centerId } }))
}
