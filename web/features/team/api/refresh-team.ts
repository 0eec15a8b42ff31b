import { useQueryClient } from '@tanstack/react-query'

import type { Team } from '#contract/team.ts'
import { useApi } from '#web/platform/api.ts'

/** For `onSuccess` of the writes that respond with the whole team. Hours, agenda and practice show parts of it. */
export function useRefreshTeam(): (team: Team, input: { centerId: string }) => void {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return (team, { centerId }) => {
    queryClient.setQueryData(queries.team.get.queryKey({ input: { centerId } }), team)
    for (const key of [queries.availability.key(), queries.agenda.key(), queries.practice.key()]) {
      void queryClient.invalidateQueries({ queryKey: key })
    }
  }
}
