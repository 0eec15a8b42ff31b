import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useCreateReward() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.loyalty.createReward.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.loyalty.key() }),
    }),
  )
}
