import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** Approving centres and revoking their approval. Both refetch the lists and pages of centres, also after a refusal. */
export function useMeasureCenters() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const refetch = { onSettled: () => queryClient.invalidateQueries({ queryKey: queries.centerRecords.key() }) }
  return {
    approve: useMutation(queries.centerRecords.approve.mutationOptions(refetch)),
    revoke: useMutation(queries.centerRecords.revoke.mutationOptions(refetch)),
  }
}
