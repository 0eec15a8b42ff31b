import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useCreateFeed() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.calendarFeeds.create.mutationOptions({
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: queries.calendarFeeds.key() }),
    }),
  )
}
