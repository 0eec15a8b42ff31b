import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'

/** Each measure on a report changes the queue and the record. */
export function useMeasureReports() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const refetch = {
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queries.reports.key() }),
        queryClient.invalidateQueries({ queryKey: queries.moderation.key() }),
      ]),
  }
  return {
    approve: useMutation(queries.reports.approve.mutationOptions(refetch)),
    delete: useMutation(queries.reports.delete.mutationOptions(refetch)),
    warn: useMutation(queries.reports.warn.mutationOptions(refetch)),
  }
}
