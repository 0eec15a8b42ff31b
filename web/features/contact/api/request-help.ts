import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useRequestHelp() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.centers.requestHelp.mutationOptions({
      onSuccess: (onboarding) => queryClient.setQueryData(queries.centers.onboarding.queryKey(), onboarding),
    }),
  )
}
