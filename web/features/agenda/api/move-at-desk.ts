import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { usePatchAgenda, useRefreshAgenda } from './refresh-agenda.ts'

export function useMoveAtDesk() {
  const { queries } = useApi()
  const patch = usePatchAgenda()
  const refresh = useRefreshAgenda()
  return useMutation(
    queries.agenda.move.mutationOptions({
      onSuccess: async (changed, input) => {
        patch(changed, input)
        await refresh(input)
      },
      onError: (_error, input) => void refresh(input),
    }),
  )
}
