import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshTeam } from './refresh-team.ts'

/** Inviting the same address again replaces its invitation. */
export function useInviteMember() {
  const { queries } = useApi()
  const refresh = useRefreshTeam()
  return useMutation(queries.team.invite.mutationOptions({ onSuccess: refresh }))
}
