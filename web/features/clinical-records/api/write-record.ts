import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useWriteRecord() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.clinicalRecords.write.mutationOptions({
      onSuccess: (record, { centerId, appointmentId }) =>
        queryClient.setQueryData(queries.clinicalRecords.get.queryKey({ input: { centerId, appointmentId } }), record),
    }),
  )
}
