import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** A review, or a request for another document, changes the lists of documents and what its centre lacks. */
export function useReviewDocuments() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const settled = { onSettled: () => queryClient.invalidateQueries({ queryKey: queries.centerRecords.key() }) }
  return {
    approve: useMutation(queries.centerRecords.approveDocuments.mutationOptions(settled)),
    request: useMutation(queries.centerRecords.requestDocuments.mutationOptions(settled)),
    reject: useMutation(queries.centerRecords.rejectDocuments.mutationOptions(settled)),
  }
}
