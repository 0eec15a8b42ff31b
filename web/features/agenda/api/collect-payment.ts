import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { isChangedMeanwhile } from '#web/platform/error-message.ts'

import { usePatchAgenda, useRefreshAgenda } from './refresh-agenda.ts'

export function useCollectPayment() {
  const { queries } = useApi()
  const patch = usePatchAgenda()
  const refresh = useRefreshAgenda()
  return useMutation(
    queries.agenda.collect.mutationOptions({
      onSuccess: patch,
      onSettled: (_changed, error, input) => {
        const refreshed = refresh(input)
        // The dialog then offers to show what is stored now.
        return isChangedMeanwhile(error) ? refreshed : undefined
      },
    }),
  )
}
