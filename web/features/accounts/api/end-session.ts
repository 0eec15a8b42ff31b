import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** A session that has ended elsewhere leaves the list, too. */
export function useEndSession() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.sessions.end.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.sessions.key() }),
    }),
  )
}
