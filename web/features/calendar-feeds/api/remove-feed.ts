import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useRemoveFeed() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.calendarFeeds.remove.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.calendarFeeds.key() }),
    }),
  )
}
