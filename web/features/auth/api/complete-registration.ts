import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'

/** An account that another tab has completed is read again: its page redirects by it. */
export function useCompleteRegistration() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.accounts.completeRegistration.mutationOptions({
      onSuccess: (me) => queryClient.setQueryData(queries.accounts.me.queryKey(), me),
      onError: async (error) => {
        if (errorCode(error) !== 'accounts.already_registered') return
        await queryClient.invalidateQueries({ queryKey: queries.accounts.me.queryKey() })
      },
    }),
  )
}
