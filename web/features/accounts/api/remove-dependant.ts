import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** Refetches the list also after a refusal, because another tab may have removed the dependant. */
export function useRemoveDependant() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.dependants.remove.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.dependants.key() }),
    }),
  )
}
