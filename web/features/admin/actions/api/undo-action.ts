import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** What an action changed may be on any list of staff, so all of them are refetched. */
export function useUndoAction() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.moderation.undo.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(),
    }),
  )
}
