import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useSetRate() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.commissions.setRate.mutationOptions({
      // Also after a refusal: another member of staff may have changed it.
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.commissions.rates.key() }),
    }),
  )
}
