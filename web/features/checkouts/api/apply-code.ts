import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'

/** Reserves a promotion by its code. */
export function useApplyCode() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const queryKey = queries.promotions.uses.key()
  return useMutation(
    queries.promotions.apply.mutationOptions({ onSettled: () => queryClient.invalidateQueries({ queryKey }) }),
  )
}
