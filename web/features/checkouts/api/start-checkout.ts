import { useMutation } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { useRefreshCheckouts } from './refresh-checkouts.ts'

export function useStartCheckout() {
  const { queries } = useApi()
  const refresh = useRefreshCheckouts()
  return useMutation(queries.checkouts.start.mutationOptions({ onSettled: refresh }))
}
