import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useReplyToReview() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.reviews.key() })
  return useMutation(
    queries.reviews.reply.mutationOptions({
      onSuccess: refresh,
      // A colleague may have replied first: the refetched list shows it.
      onError: refresh,
    }),
  )
}
