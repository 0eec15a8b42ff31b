import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'

/** A refusal may mean that the consequences, or how recent the sign-in is, have changed: the page then refetches them. */
export function useDeleteAccount() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.accounts.deleteAccount.mutationOptions({
      onError: (error) => {
        const code = errorCode(error)
        if (code === 'accounts.reauthentication_needed') {
          void queryClient.invalidateQueries({ queryKey: queries.accounts.security.key() })
        } else if (code) void queryClient.invalidateQueries({ queryKey: queries.accounts.deletionConsequences.key() })
      },
    }),
  )
}
