import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** The four measures on accounts. Each refetches the lists and pages of accounts, also after a refusal. */
export function useMeasureUsers() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const refetch = { onSettled: () => queryClient.invalidateQueries({ queryKey: queries.users.key() }) }
  return {
    suspend: useMutation(queries.users.suspend.mutationOptions(refetch)),
    ban: useMutation(queries.users.ban.mutationOptions(refetch)),
    activate: useMutation(queries.users.activate.mutationOptions(refetch)),
    setRole: useMutation(queries.users.setRole.mutationOptions(refetch)),
  }
}
