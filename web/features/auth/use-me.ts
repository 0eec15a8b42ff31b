import { useQuery, useQueryClient } from '@tanstack/react-query'

import type { Me } from '#contract/accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'

/** The account of the signed-in user; without data for a visitor, and until the session is known. */
export function useMe() {
  const session = useSession()
  const { queries } = useApi()
  return useQuery({
    ...queries.accounts.me.queryOptions(),
    enabled: session.status === 'signedIn' && !session.hasEnded,
  })
}

/** Refetches with the current session: a pending response may belong to the session before its second factor was proven. */
export function useReloadMe(): () => Promise<Me> {
  const queryClient = useQueryClient()
  const { queries } = useApi()
  return async () => {
    const me = queries.accounts.me.queryOptions()
    await queryClient.cancelQueries({ queryKey: me.queryKey })
    return await queryClient.fetchQuery({ ...me, staleTime: 0 })
  }
}
