import { useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'

const endings = ['team.invitation_not_found', 'team.account_exists']

/**
 * For `onError`: an invitation that was used, withdrawn or replaced while its page was open is refetched, and the page shows
 * what became of it.
 */
export function useRefreshEndedInvitation(): (error: unknown) => void {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return (error) => {
    if (endings.includes(errorCode(error) ?? '')) {
      void queryClient.invalidateQueries({ queryKey: queries.team.invitation.key() })
    }
  }
}
