import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshTeam } from './refresh-team.ts'

export function useUpdateProfessional() {
  const { queries } = useApi()
  const refresh = useRefreshTeam()
  return useMutation(queries.team.updateProfessional.mutationOptions({ onSuccess: refresh }))
}
