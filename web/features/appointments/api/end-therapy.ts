import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'

/** Ends a therapy, or resumes it. The response is the new list. */
export function useEndTherapy() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = queries.therapies.list.queryOptions()
  const onSuccess = (list: object) => queryClient.setQueryData(queryKey, list as never)
  return {
    end: useMutation(queries.therapies.end.mutationOptions({ onSuccess })),
    resume: useMutation(queries.therapies.resume.mutationOptions({ onSuccess })),
  }
}
