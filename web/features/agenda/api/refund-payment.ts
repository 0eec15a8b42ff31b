import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { usePatchAgenda, useRefreshAgenda } from './refresh-agenda.ts'

export function useRefundPayment() {
  const { queries } = useApi()
  const patch = usePatchAgenda()
  const refresh = useRefreshAgenda()
  return useMutation(
    queries.agenda.refund.mutationOptions({
      onSuccess: patch,
      onSettled: (_changed, _error, input) => void refresh(input),
    }),
  )
}
