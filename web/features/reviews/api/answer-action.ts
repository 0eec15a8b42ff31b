import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'

export function useAnswerAction() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.reviews.answerAction.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.reviews.actions.key() }),
    }),
  )
}
