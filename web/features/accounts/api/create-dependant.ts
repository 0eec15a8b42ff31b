import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useCreateDependant() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.dependants.create.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.dependants.key() }),
    }),
  )
}
