import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useReportReview() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.reviews.report.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.reviews.key() }),
    }),
  )
}
