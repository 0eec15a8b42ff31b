import { useMutation } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { useRefreshCheckouts } from './refresh-checkouts.ts'

export function useSettleFree() {
  const { queries } = useApi()
  const refresh = useRefreshCheckouts()
  return useMutation(queries.checkouts.settle.mutationOptions({ onSettled: refresh }))
}
