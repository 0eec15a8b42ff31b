import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** Records whether a receptionist has telephoned about a change. Resolves once the list of calls is fresh. */
export function useSetCalled() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.agenda.setCalled.mutationOptions({
      onSettled: (_call, _error, { centerId }) =>
        queryClient.invalidateQueries({ queryKey: queries.agenda.tasks.key({ input: { centerId } }) }),
    }),
  )
}
