import { useQuery, useQueryClient } from '@tanstack/react-query'

import type { Team } from '#contract/team.ts'
import { useApi } from '#web/platform/api.ts'

export function useTeam({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  return useQuery(queries.team.get.queryOptions({ input: { centerId } }))
}

/** Every change answers the whole team; whatever else shows it is asked for again. */
export function useTeamChange({ centerId }: { centerId: string }): (team: Team) => void {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return (team) => {
    queryClient.setQueryData(queries.team.get.queryKey({ input: { centerId } }), team)
    for (const key of [queries.availability.key(), queries.agenda.key(), queries.practice.key()]) {
      void queryClient.invalidateQueries({ queryKey: key })
    }
  }
}
