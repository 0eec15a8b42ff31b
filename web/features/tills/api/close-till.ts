import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useCloseTill() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.tills.close.mutationOptions({
      // Also after a refusal: another device may have closed the till, or a collection may have come in.
      onSettled: async (_closing, _error, { centerId }) => {
        const input = { centerId }
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: queries.tills.get.key({ input }) }),
          queryClient.invalidateQueries({ queryKey: queries.tills.closings.key() }),
        ])
      },
    }),
  )
}
