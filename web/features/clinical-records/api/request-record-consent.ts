import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useRequestRecordConsent() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.clinicalRecords.requestConsent.mutationOptions({
      onSuccess: (record, { centerId, appointmentId }) =>
        queryClient.setQueryData(queries.clinicalRecords.get.queryKey({ input: { centerId, appointmentId } }), record),
    }),
  )
}
