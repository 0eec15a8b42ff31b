import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'

export function useAnswerMeasure() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.reviews.answerMeasure.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.reviews.measures.key() }),
    }),
  )
}
