import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshEndedInvitation } from './refresh-ended-invitation.ts'

export function useRegisterInvited() {
  const { queries } = useApi()
  const onError = useRefreshEndedInvitation()
  return useMutation(queries.team.registerInvited.mutationOptions({ onError }))
}
