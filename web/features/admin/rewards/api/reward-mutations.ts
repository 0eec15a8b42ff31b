import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'

function useRefresh() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: queries.loyalty.key() })
}

export function useCreateReward() {
  const { queries } = useApi()
  return useMutation(queries.loyalty.createReward.mutationOptions({ onSuccess: useRefresh() }))
}

export function useUpdateReward() {
  const { queries } = useApi()
  return useMutation(queries.loyalty.updateReward.mutationOptions({ onSettled: useRefresh() }))
}
