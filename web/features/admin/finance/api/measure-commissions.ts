import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** Settling and cancelling commissions. Both refetch the lists and totals of commissions, also after a refusal. */
export function useMeasureCommissions() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const refetch = { onSettled: () => queryClient.invalidateQueries({ queryKey: queries.commissions.key() }) }
  return {
    settle: useMutation(queries.commissions.settle.mutationOptions(refetch)),
    cancel: useMutation(queries.commissions.cancel.mutationOptions(refetch)),
  }
}
