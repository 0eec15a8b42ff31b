import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useRemoveGuest() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.contacts.removeGuest.mutationOptions({
      onSuccess: () => {
        // The open details would be refetched, and not found.
        void queryClient.invalidateQueries({ queryKey: queries.contacts.list.key() })
        void queryClient.invalidateQueries({ queryKey: queries.agenda.key() })
      },
      onError: () => void queryClient.invalidateQueries({ queryKey: queries.contacts.key() }),
    }),
  )
}
