import { useQuery, useQueryClient } from '@tanstack/react-query'

import type { Me } from '#contract/accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'

/** The account of whoever is signed in; without data while there is nobody or it isn't known yet. */
export function useMe() {
  const session = useSession()
  const { queries } = useApi()
  return useQuery({ ...queries.accounts.me.queryOptions(), enabled: session.status === 'signedIn' })
}

/**
 * Asks anew, with the session as it is now: an answer that is on its way may be about the one before, which still owed its
 * code.
 */
export function useReloadMe(): () => Promise<Me> {
  const queryClient = useQueryClient()
  const { queries } = useApi()
  return async () => {
    const me = queries.accounts.me.queryOptions()
    await queryClient.cancelQueries({ queryKey: me.queryKey })
    return await queryClient.fetchQuery({ ...me, staleTime: 0 })
  }
}
