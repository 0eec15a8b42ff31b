import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useDecideConsent() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.telehealth.decide.mutationOptions({
      onSuccess: (telehealth, { appointmentId }) =>
        queryClient.setQueryData(queries.telehealth.get.queryKey({ input: { appointmentId } }), telehealth),
    }),
  )
}
