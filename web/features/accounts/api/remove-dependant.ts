import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** A person that another tab has removed leaves the list, too. */
export function useRemoveDependant() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.dependants.remove.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.dependants.key() }),
    }),
  )
}
