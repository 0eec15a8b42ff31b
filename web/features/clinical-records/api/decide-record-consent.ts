import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useDecideRecordConsent() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.clinicalRecords.decideConsent.mutationOptions({
      // Also after a refusal: the professional may have left the centre.
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.clinicalRecords.readers.key() }),
    }),
  )
}
