import { useMutation } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { useRefreshCheckouts } from './refresh-checkouts.ts'

export function useRefundCheckout() {
  const { queries } = useApi()
  const refresh = useRefreshCheckouts()
  return useMutation(queries.checkouts.refund.mutationOptions({ onSettled: refresh }))
}
