import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshAgenda } from './refresh-agenda.ts'

/** Notes that a receptionist telephoned about a change, or not yet. */
export function useSetCalled() {
  const { queries } = useApi()
  const refresh = useRefreshAgenda()
  return useMutation(queries.agenda.setCalled.mutationOptions({ onSettled: (_call, _error, input) => refresh(input) }))
}
