import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** The lists of patients show the guest's data, and so does the agenda. */
export function useUpdateGuest() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.contacts.updateGuest.mutationOptions({
      onSuccess: async () => {
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: queries.contacts.key() }),
          queryClient.invalidateQueries({ queryKey: queries.agenda.key() }),
        ])
      },
    }),
  )
}
