import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** Refetches the list also after a refusal, because the session may have ended elsewhere. */
export function useEndSession() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.sessions.end.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.sessions.key() }),
    }),
  )
}
