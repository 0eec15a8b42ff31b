import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshAgenda } from './refresh-agenda.ts'

/** With `preview`, the server changes nothing and responds with what would happen. */
export function useCancelDay() {
  const { queries } = useApi()
  const refresh = useRefreshAgenda()
  return useMutation(
    queries.agenda.cancelDay.mutationOptions({
      onSuccess: async (_change, input) => {
        if (!input.preview) await refresh(input)
      },
      onError: (_error, input) => void refresh(input),
    }),
  )
}
