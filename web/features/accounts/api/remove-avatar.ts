import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useRemoveAvatar() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.accounts.removeAvatar.mutationOptions({
      onSuccess: (me) => queryClient.setQueryData(queries.accounts.me.queryKey(), me),
    }),
  )
}
