import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** A review, or a request for another document, changes the lists of documents and what its centre lacks. */
export function useReviewDocuments() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const refetch = { onSettled: () => queryClient.invalidateQueries({ queryKey: queries.centerRecords.key() }) }
  return {
    approve: useMutation(queries.centerRecords.approveDocuments.mutationOptions(refetch)),
    request: useMutation(queries.centerRecords.requestDocuments.mutationOptions(refetch)),
    reject: useMutation(queries.centerRecords.rejectDocuments.mutationOptions(refetch)),
  }
}
