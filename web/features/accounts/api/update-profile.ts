import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useUpdateProfile() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.accounts.updateProfile.mutationOptions({
      onSuccess: (me) => queryClient.setQueryData(queries.accounts.me.queryKey(), me),
    }),
  )
}
