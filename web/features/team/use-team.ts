import { useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useTeam({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  return useQuery(queries.team.get.queryOptions({ input: { centerId } }))
}
