import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshEndedInvitation } from './refresh-ended-invitation.ts'

export function useAcceptInvitation() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const onError = useRefreshEndedInvitation()
  return useMutation(
    queries.team.acceptInvitation.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: queries.practice.key() })
        // `homePath` of a member is the agenda of the centre.
        await queryClient.invalidateQueries({ queryKey: queries.accounts.me.key() })
      },
      onError,
    }),
  )
}
