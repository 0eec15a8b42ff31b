import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useCreateDataExport() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.dataExports.create.mutationOptions({
      onSuccess: (latest) => queryClient.setQueryData(queries.dataExports.latest.queryKey(), { latest }),
    }),
  )
}
