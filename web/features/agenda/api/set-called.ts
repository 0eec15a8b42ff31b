import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** Notes that a receptionist telephoned about a change, or not yet. Resolves once the list of calls is fresh. */
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
