import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useSetRewardActive() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.loyalty.setRewardActive.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.loyalty.key() }),
    }),
  )
}
