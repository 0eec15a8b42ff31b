import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** What staff do with commissions. Both refetch the lists and sums of commissions, also after a refusal. */
export function useMeasureCommissions() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const settled = { onSettled: () => queryClient.invalidateQueries({ queryKey: queries.commissions.key() }) }
  return {
    settle: useMutation(queries.commissions.settle.mutationOptions(settled)),
    cancel: useMutation(queries.commissions.cancel.mutationOptions(settled)),
  }
}
