import { useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useOwnCenter({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  return useQuery(queries.practice.profile.queryOptions({ input: { centerId } }))
}
