import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'

export function useRedeemReward() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.loyalty.key() })
  return useMutation(queries.loyalty.redeem.mutationOptions({ onSettled: refresh }))
}
