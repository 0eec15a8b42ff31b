import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useUpdateDependant() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.dependants.update.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.dependants.key() }),
    }),
  )
}
