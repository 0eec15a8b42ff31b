import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshTeam } from './refresh-team.ts'

export function useRemovePhoto() {
  const { queries } = useApi()
  const refresh = useRefreshTeam()
  return useMutation(queries.team.removePhoto.mutationOptions({ onSuccess: refresh }))
}
