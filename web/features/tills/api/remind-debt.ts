import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useRemindDebt() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.tills.remind.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.tills.debts.key() }),
    }),
  )
}
