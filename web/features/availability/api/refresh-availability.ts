import { useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** Hours and time off also appear in the agenda, on the team's cards and in the progress of the profile. */
export function useRefreshAvailability(): () => Promise<void> {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return async () => {
    for (const key of [queries.agenda.key(), queries.team.key(), queries.practice.key()]) {
      void queryClient.invalidateQueries({ queryKey: key })
    }
    await queryClient.invalidateQueries({ queryKey: queries.availability.list.key() })
  }
}
