import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useUpdateReward() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.loyalty.updateReward.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.loyalty.key() }),
    }),
  )
}
