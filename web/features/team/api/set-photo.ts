import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshTeam } from './refresh-team.ts'

export function useSetPhoto() {
  const { queries } = useApi()
  const refresh = useRefreshTeam()
  return useMutation(queries.team.setPhoto.mutationOptions({ onSuccess: refresh }))
}
