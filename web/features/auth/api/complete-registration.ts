import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'

/** If another tab has completed the registration, the account is refetched, and the page redirects. */
export function useCompleteRegistration() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.accounts.completeRegistration.mutationOptions({
      onError: async (error) => {
        if (errorCode(error) !== 'accounts.already_registered') return
        await queryClient.invalidateQueries({ queryKey: queries.accounts.me.queryKey() })
      },
    }),
  )
}
