import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'

export function useCorrectPoints() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.users.key() })
  return useMutation(queries.users.correctPoints.mutationOptions({ onSettled: refresh }))
}
